import type { RegistryAnswer } from '@assay/engine/resolution/model/registry-facts.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PackageRegistry } from './package-registry.ts'

const timeoutMs = 30_000
const maxBytes = 64 * 1024 * 1024
const maxTries = 3
const retryMs = 300
const maxWaitMs = 20_000

interface Request {
  registry: PackageRegistry
  path: string
  accept?: string | undefined
}

/** A document of a registry. Failures of the network are answers, since the rest can be resolved without it. */
export async function fetchDocument(request: Request): Promise<RegistryAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await tryFetch(request).catch(() => 'failed' as const)
    if (answer !== 'failed' && typeof answer !== 'number') return answer
    if (attempt === maxTries) return 'unreachable'
    await sleep(answer === 'failed' ? retryMs * attempt : answer)
  }
}

/** A number: to be tried again after that many milliseconds. */
async function tryFetch({ registry, path, accept }: Request): Promise<RegistryAnswer | number> {
  const response = await send(registry, path, accept === undefined ? {} : { accept })
  if (response.ok) return bytesOf(response)
  await response.body?.cancel()
  if (response.status === 404 || response.status === 410) return 'absent'
  if (response.status === 429 || response.status >= 500) {
    const seconds = Number(response.headers.get('retry-after') ?? '1')
    return Math.min(maxWaitMs, Number.isFinite(seconds) ? seconds * 1_000 : 1_000)
  }
  return 'unreachable'
}

/** A path below the registry's address, or an address: the registry's login is for its own host only. */
function send(
  { url, authorization }: PackageRegistry,
  path: string,
  headers: Record<string, string>,
): Promise<Response> {
  const isBelow = path.startsWith('/')
  const isOwn = isBelow || new URL(path).origin === new URL(url).origin
  // fetch drops Authorization when it is led to another host.
  return fetch(isBelow ? `${url}${path}` : path, {
    headers: {
      'user-agent': 'assay',
      ...headers,
      ...(authorization !== undefined && isOwn && { authorization }),
    },
    signal: AbortSignal.timeout(timeoutMs),
  })
}

async function bytesOf(response: Response): Promise<RegistryAnswer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) return 'unreachable'
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** A part of a document, and the size of all; null if the server gives none. */
export async function fetchRange(
  { registry, path }: Request,
  range: string,
): Promise<{ bytes: Uint8Array; size: number } | null> {
  const response = await send(registry, path, { range }).catch(() => null)
  const size = Number(/\/(\d+)$/.exec(response?.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
  if (response?.status !== 206 || !Number.isSafeInteger(size)) {
    await response?.body?.cancel()
    return null
  }
  const bytes = await bytesOf(response)
  return bytes instanceof Uint8Array ? { bytes, size } : null
}
