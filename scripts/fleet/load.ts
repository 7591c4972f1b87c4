import { ApiError } from '@assay/sdk/api-error.ts'
import { createAssayClient } from '@assay/sdk/client.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ledger, onceBranch } from '../chaos/clients.ts'
import { drawDocument } from '../chaos/documents.ts'
import { type Random, randomOf } from '../random.ts'
import type { Access } from './product.ts'
import type { Kind, Timeline } from './timeline.ts'

interface Load {
  baseUrl: string
  access: Access
  random: Random
  ledger: Ledger
  timeline: Timeline
  signal: AbortSignal
}

/** Clients give up an attempt after this time and repeat it: reads as pages do, uploads as CI does. */
const attemptMs: Record<Kind, number> = { read: 3_000, own: 3_000, write: 10_000 }
const projects = 6

type Api = ReturnType<typeof createAssayClient>

/** What readers ask for, in turn. */
const reads: Record<string, (api: Api, access: Access) => Promise<unknown>> = {
  'users.me': (api) => api.users.me(),
  'projects.page': (api, { accountUuid }) =>
    api.projects.page({ params: { accountUuid }, query: { limit: 20 } }),
  'metrics.security': (api) => api.metrics.security({ query: { limit: 10, include: '' } }),
  'reports.list': (api) => api.reports.listV3({ query: { limit: 20 } }),
}

/** One writer for four readers. Each waits between calls, so that the load does not depend on the answers. */
export function startClients(count: number, load: Load): Promise<unknown> {
  const clients = Array.from({ length: count }, (_none, index) => {
    const own = { ...load, random: randomOf(load.random.below(2 ** 31)) }
    return index % 5 === 0 ? upload(own) : read(own, index)
  })
  return Promise.all(clients)
}

async function read(load: Load, index: number): Promise<void> {
  const names = Object.keys(reads)
  for (let turn = index; !load.signal.aborted; turn++) {
    const name = names[turn % names.length]!
    await attempt(load, { kind: 'read', name, key: undefined }, (api) => reads[name]!(api, load.access))
    await pause(load, 1_500)
  }
}

async function upload(load: Load): Promise<void> {
  const { random, ledger, signal } = load
  while (!signal.aborted) {
    const body = {
      file: drawDocument(random),
      url: `https://example.org/fleet/${random.below(projects)}`,
      branch: random.oneIn(3) ? 'main' : `${onceBranch}${randomUUID()}`,
      wait: 'false' as const,
    }
    const key = randomUUID()
    // The same key until it is acknowledged: whatever the outage, it must become one build.
    for (let id: string | null = null; id === null && !signal.aborted;) {
      id = await attempt(
        load,
        { kind: 'write', name: 'uploads.intoNew', key },
        async (api) => (await api.uploads.intoNew({ body })).id,
      )
      if (id === null) await sleep(300 + random.below(500))
      else ledger.acknowledged.add(id)
      if (id !== null) await seeOwn(load, id)
    }
    await pause(load, 4_000)
  }
}

/** What was acknowledged is visible to its writer, whichever database answers. */
async function seeOwn(load: Load, id: string): Promise<void> {
  await attempt(load, { kind: 'own', name: 'builds.get', key: undefined }, async (api) => {
    try {
      return await api.builds.get({ params: { id } })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404)
        load.ledger.violations.push(`the build ${id} is not visible to its writer`)
      throw error
    }
  })
}

async function attempt<Result>(
  { baseUrl, access, ledger, timeline, signal }: Load,
  { kind, name, key }: { kind: Kind; name: string; key: string | undefined },
  call: (api: Api) => Promise<Result>,
): Promise<Result | null> {
  const limit = AbortSignal.timeout(attemptMs[kind])
  const api = createAssayClient({
    baseUrl,
    authorization: () => access.authorization,
    fetch: (input, init) =>
      globalThis.fetch(input, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string>),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        signal: limit,
      }),
  })
  const begunAt = performance.now()
  const end = (failure: string) => timeline.add({ kind, name, begunAt, endedAt: performance.now(), failure })
  try {
    const result = await call(api)
    end('')
    return result
  } catch (error) {
    const failure = failureOf(error)
    if (!signal.aborted) end(failure)
    if (!expected.has(failure)) ledger.violations.push(`${name} failed with ${failure}: ${String(error)}`)
    return null
  }
}

const pause = ({ random, signal }: Load, ms: number) =>
  sleep(ms / 2 + random.below(ms), undefined, { signal }).catch(() => undefined)

/** What an outage explains. 502 and 504 are the balancer's. */
const expected = new Set([
  'no connection',
  'no response',
  '404',
  '502',
  '503',
  '504',
  '507',
  'idempotencyKeyInUse',
])

function failureOf(error: unknown): string {
  if (error instanceof ApiError && error.errorType === 'idempotencyKeyInUse') return error.errorType
  if (error instanceof ApiError) return String(error.status)
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no response'
  return error instanceof TypeError ? 'no connection' : `an unknown error`
}
