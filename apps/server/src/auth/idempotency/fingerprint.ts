import { createHash, type Hash } from 'node:crypto'
import type { SpooledFile } from '#platform/uploads/spool.ts'

/** Equal for equal values: files by content (large ones by digest), objects regardless of key order. */
export function fingerprintOf(value: unknown): Uint8Array {
  const hash = createHash('sha256')
  add(hash, value)
  return hash.digest()
}

function add(hash: Hash, value: unknown): void {
  if (value instanceof Uint8Array) return void hash.update(`bytes ${value.length} `).update(value)
  if (typeof value !== 'object' || value === null) return void hash.update(`${JSON.stringify(value)} `)
  const entries = Object.entries(isSpooled(value) ? { digest: value.digest } : value).toSorted(
    ([one], [other]) => (one < other ? -1 : 1),
  )
  hash.update(`${Array.isArray(value) ? 'list' : 'object'} ${entries.length} `)
  for (const [name, each] of entries) {
    hash.update(`${JSON.stringify(name)} `)
    add(hash, each)
  }
}

/** The temporary path of a large file differs per request. */
const isSpooled = (value: object): value is SpooledFile =>
  'path' in value && 'size' in value && 'digest' in value && value.digest instanceof Uint8Array
