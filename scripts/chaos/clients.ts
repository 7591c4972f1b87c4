import { ApiError } from '@assay/sdk/api-error.ts'
import { createAssayClient } from '@assay/sdk/client.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawDocument, drawLines } from './documents.ts'
import { type Random, randomOf } from '../random.ts'

/** Responses that the database is checked against. */
export interface Ledger {
  /** Builds named in 2xx responses. */
  acknowledged: Set<string>
  /** Responses that no outage explains. */
  violations: string[]
  rejections: Map<string, number>
}

export const emptyLedger = (): Ledger => ({ acknowledged: new Set(), violations: [], rejections: new Map() })

interface Clients {
  baseUrl: string
  authorization: string
  random: Random
  ledger: Ledger
  isOver: () => boolean
}

const branches = ['main', 'next', 'release']
/** A response may wait for the database; after this time it counts as hanging. */
const responseLimitMs = 90_000

/** Runs several clients concurrently until the round ends; each makes one call at a time. */
export const runClients = (count: number, clients: Clients): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, () =>
      // Its own random numbers: a shared sequence would depend on response times.
      runClient({ ...clients, random: randomOf(clients.random.below(2 ** 31)) }),
    ),
  )

async function runClient(clients: Clients): Promise<void> {
  const { random, isOver, baseUrl, authorization } = clients
  const begun: Begun = {}
  const api = createAssayClient({
    baseUrl,
    authorization: () => authorization,
    async fetch(input, init) {
      const key = begun.key ?? randomUUID()
      const headers = { ...(init.headers as Record<string, string>), 'idempotency-key': key }
      const signal = AbortSignal.timeout(responseLimitMs)
      const response = await globalThis.fetch(input, { ...init, headers, signal })
      // Only this header contains the id of a started build.
      const location = response.headers.get('location')?.split('/').at(-1)
      if (location !== undefined) begun.id = location
      return response
    },
  })
  while (!isOver()) {
    const act = random.pick([uploadFile, uploadFile, uploadOnce, uploadFolder, buildStepwise])
    await record(clients, () => act(api, { ...clients, begun }))
    await sleep(random.below(60))
  }
}

type Api = ReturnType<typeof createAssayClient>
type Act = (api: Api, at: Clients & { begun: Begun }) => Promise<string>

interface Begun {
  /** The build that the last call started. */
  id?: string
  /** Sent with calls that are retried; others have a key each. */
  key?: string
}

const target = (random: Random) => ({
  url: `https://example.org/chaos/${random.below(6)}`,
  branch: random.pick(branches),
  wait: random.pick(['true', 'false'] as const),
})

const uploadFile: Act = async (api, { random }) =>
  (await api.uploads.intoNew({ body: { file: drawDocument(random), ...target(random) } })).id

/** Branches uploaded to once, in any number of attempts. */
export const onceBranch = 'once-'
const attempts = 5

/** Repeats an upload that got no response, with the same key, as clients of an unreliable server do. */
const uploadOnce: Act = async (api, { random, begun }) => {
  const file = drawDocument(random)
  const to = { ...target(random), branch: `${onceBranch}${randomUUID()}` }
  begun.key = randomUUID()
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await api.uploads.intoNew({ body: { file, ...to } })).id
      } catch (error) {
        if (attempt === attempts || !expected.has(rejectionOf(error))) throw error
        await sleep(50 + random.below(500))
      }
    }
  } finally {
    delete begun.key
  }
}

const uploadFolder: Act = async (api, { random }) => {
  const files = ['web', 'api'].map((folder) => {
    const { filename, bytes } = drawDocument(random)
    return { filename: `${folder}/${filename}`, bytes }
  })
  return (await api.uploads.folderIntoNew({ body: { file: files, ...target(random) } })).id
}

const buildStepwise: Act = async (api, { random, begun }) => {
  const { url, branch } = target(random)
  await api.builds.create({ body: { url, branch } })
  const params = { id: begun.id! }
  await api.builds.submit({ params, body: { content: drawLines(random), language: 'javascript' } })
  return (await api.builds.start({ params, query: {} })).id
}

async function record({ ledger, random }: Clients, act: () => Promise<string>): Promise<void> {
  try {
    ledger.acknowledged.add(await act())
  } catch (error) {
    const rejection = rejectionOf(error)
    ledger.rejections.set(rejection, (ledger.rejections.get(rejection) ?? 0) + 1)
    if (!expected.has(rejection)) ledger.violations.push(`A call failed with ${rejection}: ${String(error)}`)
    await sleep(50 + random.below(200))
  }
}

/** Results that an outage, a kill or a full disk explains. */
const expected = new Set(['no connection', '429', '503', '507', 'idempotencyKeyInUse'])

function rejectionOf(error: unknown): string {
  // The attempt before it may still be running, or have been killed shortly before.
  if (error instanceof ApiError && error.errorType === 'idempotencyKeyInUse') return error.errorType
  if (error instanceof ApiError) return String(error.status)
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no response'
  // Thrown by fetch if nothing listens, and if a body is truncated.
  return error instanceof TypeError ? 'no connection' : 'an unknown error'
}
