import type { Component } from '../../../inventory.ts'

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

/** The origin that a range, locator or URL points to; undefined if it is a registry. */
export function originOf(range: string): string | undefined {
  if (/^(?:git\b|git@|ssh:|github:|gitlab:|bitbucket:|gist:)|\.git(?:#|$)/.test(range))
    return 'a Git repository'
  if (/^https:\/\/(?:codeload\.)?github\.com\//.test(range)) return 'a Git repository'
  if (/^(?:file|link|portal|exec):|^\.{0,2}\//.test(range)) return 'a file of the project'
  if (/^https?:/.test(range)) return 'an address'
  // 'owner/repository' on GitHub.
  return /^[\w.-]+\/[\w.-]+(?:#|$)/.test(range) ? 'a Git repository' : undefined
}
