import { contract } from '@assay/contract/contract.ts'
import { type Endpoint, mediaTypeOf } from '@assay/contract/endpoint.ts'
import type { Ids } from './contract-ids.ts'
import { bodies, files, queries } from './contract-inputs.ts'
import { npmInventory } from './inventories.ts'
import type { TestServer } from './test-server.ts'

// Shared by the tests that call every endpoint of the contract.

export interface NamedEndpoint {
  /** 'teams.list' */
  id: string
  endpoint: Endpoint
}

export const endpoints: NamedEndpoint[] = Object.entries(contract).flatMap(([tag, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${tag}.${name}`,
    endpoint,
  })),
)
export const guarded = endpoints.filter(({ endpoint }) => endpoint.permission !== 'public')

export interface Attempt {
  authorization?: string
  ids: Ids
  /** Overrides a value in the query or body: 'teamUuid', 'projects.0'. */
  query?: Ids
  body?: Ids
  headers?: Record<string, string>
}

/** Sends a request that matches the schemas. */
export async function call(
  { url }: TestServer,
  { id, endpoint }: NamedEndpoint,
  attempt: Attempt,
): Promise<Response> {
  const { authorization, ids } = attempt
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'missing')
  const query = new URLSearchParams(queries[id])
  for (const [name, value] of Object.entries(attempt.query ?? {})) query.set(name, value)
  const { type, body } = bodyOf({ id, endpoint }, attempt.body ?? {})
  const headers = {
    ...(authorization !== undefined && { authorization }),
    ...(type && { 'content-type': type }),
    ...attempt.headers,
  }
  const response = await fetch(`${url}${path}?${query}`, {
    method: endpoint.method,
    headers,
    ...(body && { body }),
  })
  return mediaType(response) === 'text/event-stream' ? firstEvent(response) : response
}

/** Requests that arrive together share the lookup of their caller. */
const maxAtOnce = 16

/** Sends several requests at once. Returns their results in the order of the items. */
export async function sendAll<Item, Result>(
  items: readonly Item[],
  send: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += maxAtOnce)
    results.push(...(await Promise.all(items.slice(start, start + maxAtOnce).map(send))))
  return results
}

const mediaType = ({ headers }: Response) => headers.get('content-type')?.split(';')[0]

/** Some streams never end. */
async function firstEvent({ body, status, headers }: Response): Promise<Response> {
  const reader = body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new Response(value ?? null, { status, headers })
}

function bodyOf({ id, endpoint }: NamedEndpoint, ids: Ids): { type?: string; body?: string | FormData } {
  if (endpoint.method === 'GET') return {}
  if (!endpoint.body) return { type: 'application/json' }
  const type = mediaTypeOf(endpoint.body)
  if (type !== 'multipart/form-data') {
    const body = structuredClone(bodies[id] ?? {})
    for (const [path, value] of Object.entries(ids)) set(body, path.split('.'), value)
    return { type, body: JSON.stringify(body) }
  }
  const body = new FormData()
  body.set('branch', 'main')
  body.set('url', 'https://example.org/sample')
  const bytes = files[id]?.() ?? npmInventory(['left-pad@1.3.0'])
  body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'bom.json')
  for (const [name, value] of Object.entries(ids)) body.set(name, value)
  return { body }
}

function set(target: object, [name = '', ...rest]: string[], value: string): void {
  const record = target as Record<string, unknown>
  if (rest.length === 0) record[name] = value
  else if (rest[0] === '0') {
    const [first] = (record[name] ?? []) as object[]
    record[name] = rest.length === 1 ? [value] : [{ ...first, [rest[1]!]: value }]
  } else set((record[name] ??= {}), rest, value)
}
