import type { Ecosystem, EcosystemId } from '../ecosystems/ecosystem.ts'
import type { AdvisoryFacts, Match } from './advisory.ts'
import { BoundedMap } from '../bounded-map.ts'
import { checkHeader, findPackage, IndexText } from './index-file.ts'
import type { IndexFile } from './index-file.ts'
import { FACTS_WORDS, HEADER, unpackFacts } from './index-format.ts'
import { NO_MATCHES, PackageEntry } from './package-entry.ts'

/** What is known of one ecosystem's packages. Answers are shared and must not be changed. */
export interface AdvisoryIndex {
  /** Number of advisories in it. */
  readonly size: number
  /** Whether any advisory speaks of the package, in any spelling of its name. */
  has(name: string): boolean
  /**
   * The advisories that affect a version, each once, with all rules that say so; withdrawn ones never. Of a
   * distribution: those for its release and for all of them; without one, those for all of them alone.
   */
  match(name: string, version: string, release?: string): readonly Match[]
  /** The versions that advisories name as fixed, in the ecosystem's order, of equal ones the first spelling. */
  fixedVersions(name: string, release?: string): readonly string[]
}

/** null: no advisories are known for the ecosystem. Asked often; one that fails to load must throw. */
export type IndexOf = (ecosystem: EcosystemId) => Pick<AdvisoryIndex, 'match' | 'fixedVersions'> | null

/** Packages that stay open, and names that are known to be in no advisory. */
const MAX_NAMES = 32_768
/** Advisories whose facts stay unpacked. */
const MAX_FACTS = 16_384

const NO_VERSIONS: readonly string[] = []

/**
 * Opens what compileIndex made, without copying it (bytes may be shared between threads) when they begin at a
 * multiple of four; IndexFormatError when they are no whole index of this ecosystem.
 */
export function openIndex(ecosystem: Ecosystem, bytes: Uint8Array): AdvisoryIndex {
  const words = checkHeader(bytes)
  const file: IndexFile = { words, text: new IndexText(words) }
  const facts = rememberFacts(file)
  file.text.expect(words[HEADER.ecosystem]!, ecosystem.id)
  const opened = new BoundedMap<string, PackageEntry | null>(MAX_NAMES)
  const open = (name: string): PackageEntry | null => {
    const normalized = ecosystem.normalizeName(name)
    const known = opened.get(normalized)
    if (known !== undefined) return known
    const block = findPackage(file, normalized)
    const found =
      block === null ? null : new PackageEntry({ ecosystem, file, facts, name: normalized }, block)
    opened.set(normalized, found)
    return found
  }
  return {
    size: words[HEADER.factsCount]!,
    has: (name) => open(name) !== null,
    match: (name, version, release) => open(name)?.match(version, release) ?? NO_MATCHES,
    fixedVersions: (name, release) => open(name)?.fixedVersions(release) ?? NO_VERSIONS,
  }
}

/** The facts of an advisory by its number: one advisory speaks of many packages. */
function rememberFacts({ words, text }: IndexFile): (number: number) => AdvisoryFacts {
  const known = new BoundedMap<number, AdvisoryFacts>(MAX_FACTS)
  return (number) => {
    const before = known.get(number)
    if (before) return before
    const facts = unpackFacts(words, words[HEADER.facts]! + number * FACTS_WORDS, (id) => text.get(id))
    known.set(number, facts)
    return facts
  }
}
