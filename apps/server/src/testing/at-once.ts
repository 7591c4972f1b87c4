/** What came of each of many calls that were sent together. */
export interface Burst {
  /** How many answered with each status. */
  count(status: number): number
  /** All bodies of the status. */
  bodies(status: number): unknown[]
  /** Of each 429 and 503. */
  retryAfter: (string | null)[]
  /** From the first call to the last answer. */
  ms: number
}

/** Sends them without waiting for one another. */
export async function atOnce(times: number, send: (index: number) => Promise<Response>): Promise<Burst> {
  const from = performance.now()
  const sent = Array.from({ length: times }, async (_, index) => {
    const response = await send(index)
    const text = await response.text()
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text }
  })
  const answers = await Promise.all(sent)
  const ms = performance.now() - from
  const of = (status: number) => answers.filter((each) => each.status === status)
  return {
    count: (status) => of(status).length,
    bodies: (status) => of(status).map(({ text }) => JSON.parse(text) as unknown),
    retryAfter: [...of(429), ...of(503)].map((each) => each.retryAfter),
    ms,
  }
}

export interface Posted {
  body?: unknown
  authorization?: string | undefined
  cookie?: string
  /** Where the call seems to come from: the tests are a trusted proxy. */
  from?: string
  method?: string
}

/** One call with all that a browser or a proxy would send. */
export const post = (url: string, { body, authorization, cookie, from, method = 'POST' }: Posted = {}) =>
  fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(authorization !== undefined && { authorization }),
      ...(cookie !== undefined && { cookie }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** A limit that is reached blocks for 2 s, then 4, 8, …: the most blocks that can end within this time. */
export const blocksWithin = (ms: number): number => Math.floor(Math.log2(ms / 2_000 + 1))
