import type { Ecosystem, EcosystemId } from '../ecosystems/ecosystem.ts'
import type { AdvisoryFacts, Match } from './advisory.ts'
import { BoundedMap } from '../bounded-map.ts'
import { checkHeader, findPackage, IndexText } from './index-file.ts'
import type { IndexFile } from './index-file.ts'
import { FACTS_WORDS, HEADER, unpackFacts } from './index-format.ts'
import { NO_MATCHES, PackageEntry } from './package-entry.ts'

/** The advisories of one ecosystem's packages. Results are shared and must not be mutated. */
export interface AdvisoryIndex {
  /** Number of advisories. */
  readonly size: number
  /** Whether any advisory affects the package, under any spelling of its name. */
  has(name: string): boolean
  /**
   * The advisories that affect a version, once each, with all matching rules, without withdrawn ones. For a
   * distribution, those for its release and for all releases; without a release, only the latter. An advisory of
   * several CVEs is merged into those that match them one by one.
   */
  match(name: string, version: string, release?: string): readonly Match[]
  /** The versions named as fixed in advisories, in version order, as far as they are fixes for the given version. */
  fixedVersions(name: string, version: string, release?: string): readonly string[]
  /** Equal if two indexes say the same about a package, apart from exploit signals; '' if nothing. */
  describe(name: string): string
}

/** null: no advisories are known for the ecosystem. Called often; must throw if an index fails to load. */
export type IndexOf = (
  ecosystem: EcosystemId,
) => (Pick<AdvisoryIndex, 'match' | 'fixedVersions'> & Partial<Pick<AdvisoryIndex, 'has'>>) | null

/** Maximum number of cached names, including those without advisories. */
const MAX_NAMES = 32_768
/** Cache size for advisory facts. */
const MAX_FACTS = 16_384

const NO_VERSIONS: readonly string[] = []

/**
 * Opens a compiled index without copying it if the bytes are aligned to four; they may be shared between threads.
 * Throws IndexFormatError if they are not a complete index of this ecosystem.
 */
export function openIndex(ecosystem: Ecosystem, bytes: Uint8Array): AdvisoryIndex {
  const words = checkHeader(bytes)
  const file: IndexFile = { words, text: new IndexText(words) }
  const facts = rememberFacts(file)
  file.text.expect(words[HEADER.ecosystem]!, ecosystem.id)
  const opened = new BoundedMap<string, PackageEntry | null>(MAX_NAMES)
  const open = (name: string): PackageEntry | null => {
    const normalized = ecosystem.normalizeName(name)
    const cached = opened.get(normalized)
    if (cached !== undefined) return cached
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
    fixedVersions: (name, version, release) => open(name)?.fixedVersions({ version, release }) ?? NO_VERSIONS,
    describe: (name) => open(name)?.describe() ?? '',
  }
}

/** Cached facts by advisory number, since one advisory can affect many packages. */
function rememberFacts({ words, text }: IndexFile): (number: number) => AdvisoryFacts {
  const cache = new BoundedMap<number, AdvisoryFacts>(MAX_FACTS)
  return (number) => {
    const before = cache.get(number)
    if (before) return before
    const facts = unpackFacts(words, words[HEADER.facts]! + number * FACTS_WORDS, (id) => text.get(id))
    cache.set(number, facts)
    return facts
  }
}
