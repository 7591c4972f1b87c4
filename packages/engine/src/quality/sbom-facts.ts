import { textOf } from '../documents/parsers/json-value.ts'

export type Members = Record<string, unknown>

/**
 * Reads from a component what minimum elements ask of it. '' or an empty list: the document does not say. Read when a
 * rule asks, because the first components decide most rules of a large document.
 */
export interface ComponentReader {
  /** As people know it: 'lodash 4.17.21'. */
  label: (component: Members) => string
  name: (component: Members) => string
  version: (component: Members) => string
  /** Who made it. */
  producer: (component: Members) => string
  /** E-mail address or URL of who made it. */
  producerContact: (component: Members) => string
  /** Who distributes it. */
  supplier: (component: Members) => string
  /** Whether it has a package URL, CPE, SWID tag or the like. */
  isIdentified: (component: Members) => boolean
  hashes: (component: Members) => readonly Hash[]
  /** Of the file that is deployed. */
  deployableHashes: (component: Members) => readonly Hash[]
  deployableUrl: (component: Members) => string
  sourceUrl: (component: Members) => string
  /** Of its producer, or without a word on who says it. */
  declaredLicenses: (component: Members) => readonly string[]
  /** Under which it may be used by whom the document is for. */
  concludedLicenses: (component: Members) => readonly string[]
  /** Of a name without 'bsi:component:': filename, executable, archive, structured. */
  bsiProperty: (component: Members, name: string) => string
  /** Whether what it depends on is enumerated, if only as an empty list. */
  hasDependencies: (component: Members) => boolean
  /** Whether it says if that enumeration is complete. */
  hasCompleteness: (component: Members) => boolean
}

export interface Hash {
  algorithm: string
  value: string
}

/** null if the document does not say either. */
export function toHash(algorithm: unknown, value: unknown): Hash | null {
  const hash = { algorithm: textOf(algorithm), value: textOf(value) }
  return hash.algorithm === '' || hash.value === '' ? null : hash
}

/** What minimum elements ask of a document. */
export interface SbomFacts {
  format: 'CycloneDX' | 'SPDX'
  formatVersion: string
  /** People or organizations, no tools. */
  authors: readonly string[]
  /** E-mail address or URL of who made the document. */
  creatorContact: string
  timestamp: string
  tools: readonly { name: string; version: string }[]
  /** The phase of the software's life in which it was made: 'build'. */
  context: string
  /** Of the document. */
  uri: string
  /** Of the document; null in a format that has none. */
  documentVersion: string | null
  isSigned: boolean
  /** Whether the relationships of what it is about are there. */
  hasRootDependencies: boolean
  components: readonly Members[]
  componentReader: ComponentReader
}
