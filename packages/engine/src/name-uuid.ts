import { createHash } from 'node:crypto'

/** RFC 9562's namespace for URLs. */
const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/** Deterministic version 5 UUID of a name in this product's URL namespace. */
export function nameUuid(name: `urn:assay:${string}`): string {
  const hash = createHash('sha1').update(namespace).update(name).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
