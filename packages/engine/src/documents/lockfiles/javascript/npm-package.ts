import { npm } from '../../../ecosystems/npm/index.ts'
import type { Component, ComponentOrigin } from '../../../inventory.ts'
import { addressOrigin, isPublicRegistry, registryOrigin, sourceOrigin } from '../../components/origin.ts'

/** The packages in lockfiles of npm, Yarn, pnpm and Bun. */
export const npmKind = { purlType: 'npm', separator: '/' } as const

/** Splits 'name@range' or '@scope/name@range'; the range is '' if there is none. */
export function splitDescriptor(descriptor: string): { name: string; range: string } {
  const at = descriptor.indexOf('@', 1)
  return at === -1
    ? { name: descriptor, range: '' }
    : { name: descriptor.slice(0, at), range: descriptor.slice(at + 1) }
}

/** 'sha512-…', or several separated by blanks: https://www.w3.org/TR/SRI/#the-integrity-attribute */
export function hashesOf(integrity: string): NonNullable<Component['hashes']> {
  const matches = integrity.split(/\s+/).map((each) => /^(sha\d+|md5)-([A-Za-z\d+/]+={0,2})$/.exec(each))
  return matches.flatMap((match) => (match ? { algorithm: match[1]!, value: match[2]! } : []))
}

/** The origin that a range or locator names; undefined for a registry. */
export function rangeOrigin(range: string): ComponentOrigin | undefined {
  const origin = addressOrigin(range)
  if (origin) return origin
  // 'owner/repository' on GitHub.
  return /^[\w.-]+\/[\w.-]+(?:#|$)/.test(range)
    ? { kind: 'git', address: `github:${range.split('#', 1)[0]}` }
    : undefined
}

/** How registries address archives: 'https://host/…/name/-/name-1.0.0.tgz', or as GitHub does. */
const ofRegistry = /\/-\/|^https?:\/\/npm\.pkg\.github\.com\/|\/_packaging\//

/** The origin of an archive at a locked address; undefined if there is none. */
export function resolvedOrigin(address: string): ComponentOrigin | undefined {
  const isOfRegistry = ofRegistry.test(address) || isPublicRegistry(address, npm)
  if (!/^https?:/i.test(address) || !isOfRegistry) return addressOrigin(address)
  return sourceOrigin(address) ?? registryOrigin(address, npm)
}
