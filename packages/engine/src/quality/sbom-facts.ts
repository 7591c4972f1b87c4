/** What minimum elements ask of a component. '' or an empty list: the document does not say. */
export interface ComponentFacts {
  /** As people know it: 'lodash 4.17.21'. */
  label: string
  name: string
  version: string
  /** Who made it. */
  producer: string
  /** E-mail address or URL of who made it. */
  producerContact: string
  /** Who distributes it. */
  supplier: string
  /** Package URLs, CPEs, SWID tags and the like. */
  identifiers: readonly string[]
  hashes: readonly Hash[]
  /** Of the file that is deployed. */
  deployableHashes: readonly Hash[]
  deployableUrl: string
  sourceUrl: string
  /** Of its producer, or without a word on who says it. */
  declaredLicenses: readonly string[]
  /** Under which it may be used by whom the document is for. */
  concludedLicenses: readonly string[]
  /** By name, without 'bsi:component:': filename, executable, archive, structured. */
  bsiProperties: ReadonlyMap<string, string>
  /** Whether what it depends on is enumerated, if only as an empty list. */
  hasDependencies: boolean
  /** Whether it says if that enumeration is complete. */
  hasCompleteness: boolean
}

export interface Hash {
  algorithm: string
  value: string
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
  components: readonly ComponentFacts[]
}
