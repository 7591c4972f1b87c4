import type { Component } from '../inventory.ts'

type Hash = NonNullable<Component['hashes']>[number]

/** Digest length in hex digits, by CycloneDX's name: https://cyclonedx.org/docs/1.6/json/#components_items_hashes_items_alg */
const lengths: ReadonlyMap<string, number> = new Map([
  ['MD5', 32],
  ['SHA-1', 40],
  ['SHA-256', 64],
  ['SHA-384', 96],
  ['SHA-512', 128],
  ['SHA3-256', 64],
  ['SHA3-384', 96],
  ['SHA3-512', 128],
  ['BLAKE2B-256', 64],
  ['BLAKE2B-384', 96],
  ['BLAKE2B-512', 128],
  ['BLAKE3', 64],
])

/** The hashes of a component as CycloneDX writes them, in hex; those of other algorithms and forms are left out. */
export const cyclonedxHashes = (hashes: readonly Hash[]): { alg: string; content: string }[] =>
  hashes.flatMap(({ algorithm, value }) => {
    const name = algorithm.toUpperCase().replace(/^SHA-?(?=\d{3}$|1$)/, 'SHA-')
    const length = lengths.get(name)
    const content = value.length === length ? value.toLowerCase() : hexOfBase64(value)
    if (length !== content.length || !/^[\da-f]+$/.test(content)) return []
    return [{ alg: name.replace('BLAKE2B', 'BLAKE2b'), content }]
  })

function hexOfBase64(value: string): string {
  try {
    return Array.from(atob(value), (each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  } catch {
    return ''
  }
}
