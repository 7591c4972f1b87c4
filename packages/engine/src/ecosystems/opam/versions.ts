import { compareParts, hasPrerelease } from '../dpkg.ts'
import { isDigits, maxVersionLength } from '../numbers.ts'
import { ordered } from '../ordered.ts'

interface OpamVersion {
  text: string
  upstream: string
  /** What follows the last hyphen; '' without one. */
  revision: string
}

/** Any word is a version: https://opam.ocaml.org/doc/Manual.html#General-syntax */
export const readOpam = (text: string): OpamVersion | null =>
  text.length <= maxVersionLength && /^\s*[\w.+~-]+\s*$/.test(text) ? partsOf(text.trim()) : null

function partsOf(text: string): OpamVersion {
  const at = text.lastIndexOf('-')
  return at < 0
    ? { text, upstream: text, revision: '' }
    : { text, upstream: text.slice(0, at), revision: text.slice(at + 1) }
}

/** Debian's order without epochs: https://opam.ocaml.org/doc/Manual.html#Version-ordering */
export const opamVersions = ordered<OpamVersion>({
  name: 'opam',
  read: readOpam,
  compare: (a, b) => compareParts(a.upstream, b.upstream) || compareParts(a.revision, b.revision),
  numbers: ({ upstream }) => /^v?([\d.]*)/.exec(upstream)![1]!.split('.').filter(isDigits),
  isStable: ({ text }) => !hasPrerelease(text) && !/~preview/.test(text),
})
