import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { RegistryClient } from './client.ts'

/** Names are compared with this at their end, so that a prefix that ends with it is a complete name. */
export const nameEnd = '\n'

/**
 * The prefixes of the normalized names that a pattern matches; null if it is not a pattern. 'acme-*' matches names that
 * begin with 'acme-', '*' all; otherwise it is a namespace of the ecosystem, or one name.
 */
export function prefixesOf(client: RegistryClient, pattern: string): string[] | null {
  if (!/^[^\s*]*\*?$/.test(pattern) || !/[^/.:]/.test(pattern)) return null
  const normalize = (name: string) => ecosystemById(client.ecosystem).normalizeName(name)
  if (pattern.endsWith('*')) return [normalize(pattern.slice(0, -1))]
  return client.startsOf?.(normalize(pattern)) ?? [normalize(pattern) + nameEnd]
}

export const matchesPrefix = (prefixes: readonly string[], name: string): boolean =>
  prefixes.some((prefix) => (name + nameEnd).startsWith(prefix))
