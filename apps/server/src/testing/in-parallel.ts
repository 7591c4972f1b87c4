/** Results of calls sent concurrently. */
export interface Burst {
  /** Number of responses per status. */
  count(status: number): number
  /** All response bodies of the status. */
  bodies(status: number): unknown[]
  /** From each 429 and 503 response. */
  retryAfter: (string | null)[]
  /** Duration from the first request to the last response. */
  ms: number
}

/** Sends all requests concurrently. */
export async function inParallel(times: number, send: (index: number) => Promise<Response>): Promise<Burst> {
  const from = performance.now()
  const sent = Array.from({ length: times }, async (_, index) => {
    const response = await send(index)
    const text = await response.text()
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text }
  })
  const results = await Promise.all(sent)
  const ms = performance.now() - from
  const of = (status: number) => results.filter((each) => each.status === status)
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
  /** The client address to send; the tests act as a trusted proxy. */
  from?: string
  method?: string
}

/** One request with the headers of a browser or proxy. */
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

/** A limit blocks for 2 s, then 4, 8, …: the maximum number of blocks that can end within this time. */
export const blocksWithin = (ms: number): number => Math.floor(Math.log2(ms / 2_000 + 1))
