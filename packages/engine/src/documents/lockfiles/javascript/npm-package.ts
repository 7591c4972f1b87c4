import type { Component } from '../../../inventory.ts'

/** What npm, Yarn, pnpm and Bun lock. */
export const npmKind = { purlType: 'npm', separator: '/' } as const

/** 'name@range' or '@scope/name@range'; the range is '' when there is none. */
export function splitDescriptor(descriptor: string): { name: string; range: string } {
  const at = descriptor.indexOf('@', 1)
  return at === -1
    ? { name: descriptor, range: '' }
    : { name: descriptor.slice(0, at), range: descriptor.slice(at + 1) }
}

/** 'sha512-…', several with blanks between: https://www.w3.org/TR/SRI/#the-integrity-attribute */
export function hashesOf(integrity: string): NonNullable<Component['hashes']> {
  const matches = integrity.split(/\s+/).map((each) => /^(sha\d+|md5)-([A-Za-z\d+/]+={0,2})$/.exec(each))
  return matches.flatMap((match) => (match ? { algorithm: match[1]!, value: match[2]! } : []))
}

/** Where a range, a locator or an address leads when not to a registry; undefined: to one. */
export function originOf(range: string): string | undefined {
  if (/^(?:git\b|git@|ssh:|github:|gitlab:|bitbucket:|gist:)|\.git(?:#|$)/.test(range))
    return 'a Git repository'
  if (/^https:\/\/(?:codeload\.)?github\.com\//.test(range)) return 'a Git repository'
  if (/^(?:file|link|portal|exec):|^\.{0,2}\//.test(range)) return 'a file of the project'
  if (/^https?:/.test(range)) return 'an address'
  // GitHub's 'owner/repository'.
  return /^[\w.-]+\/[\w.-]+(?:#|$)/.test(range) ? 'a Git repository' : undefined
}
