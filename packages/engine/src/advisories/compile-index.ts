import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { isOrdered } from '../ecosystems/unordered-version.ts'
import { boundsOf } from './affected-range.ts'
import type { AffectedRange, IndexEntry } from './advisory.ts'
import { listedRelease } from './package-query.ts'
import { checksum, hashName, packFacts } from './index-format.ts'
import {
  FORMAT_VERSION,
  HEADER,
  HAS_SYMBOLS,
  HEADER_WORDS,
  MAGIC,
  NONE,
  PACKAGE_WORDS,
  SEVERITIES,
} from './index-format.ts'
import { StringTable, WordList } from './index-writer.ts'

/** A range that could not be compiled, because a bound is not a valid version. */
export interface SkippedRange {
  recordId: string
  packageName: string
  range: AffectedRange
}

/**
 * Compiles an ecosystem's entries into the format read by openIndex. Deterministic for the same entries in the same
 * order. Suffixes are kept for distribution releases, but not for repositories: inventories seldom name the repository
 * of a package, and repositories do not deliberately reuse names.
 */
export function compileIndex(
  ecosystem: Ecosystem,
  entries: Iterable<IndexEntry>,
  onSkip: (skipped: SkippedRange) => void = () => {},
): Uint8Array {
  const strings = new StringTable()
  const factsNumbers = new Map<string, number>()
  const facts = new WordList()
  const byName = new Map<string, PackageEntry[]>()
  for (const entry of entries) {
    const rules = keepEvaluable(ecosystem, entry, onSkip)
    if (!rules) continue
    const { advisoryUuid } = entry.facts
    const number = factsNumbers.get(advisoryUuid) ?? factsNumbers.size
    if (number === factsNumbers.size) {
      factsNumbers.set(advisoryUuid, number)
      for (const word of packFacts(entry.facts, strings.intern)) facts.push(word)
    }
    const name = ecosystem.normalizeName(entry.affected.name)
    const release = listedRelease(ecosystem, entry.affected)
    const packageEntry = {
      facts: number,
      recordId: strings.intern(entry.recordId),
      release: release === null ? NONE : strings.intern(release),
      rating: entry.affected.rating === undefined ? NONE : SEVERITIES.indexOf(entry.affected.rating),
      symbols: entry.affected.symbols === undefined ? NONE : strings.intern(entry.affected.symbols.join(' ')),
      rules,
    }
    const listed = byName.get(name)
    if (listed) listed.push(packageEntry)
    else byName.set(name, [packageEntry])
  }
  const blocks = new WordList()
  const packages = new WordList()
  for (const [name, list] of byName) {
    for (const word of [hashName(name), strings.add(name), blocks.length]) packages.push(word)
    appendBlock(blocks, list, { ecosystem, intern: strings.intern })
  }
  const ecosystemId = strings.intern(ecosystem.id)
  return assemble({ ecosystemId, packages, facts, blocks, strings, factsCount: factsNumbers.size })
}

interface Rules {
  ranges: readonly AffectedRange[]
  /** Listed versions that can be ordered, and those that cannot. */
  exact: readonly string[]
  unordered: readonly string[]
}

interface PackageEntry {
  /** Number of the advisory's facts. */
  facts: number
  /** String number of the record's id. */
  recordId: number
  /** String number of the distribution's release; NONE for all. */
  release: number
  /** Position in SEVERITIES; NONE if unrated. */
  rating: number
  /** String number; NONE if there are none. */
  symbols: number
  rules: Rules
}

/** null if nothing is left that could match. */
function keepEvaluable(
  ecosystem: Ecosystem,
  { affected, recordId }: IndexEntry,
  onSkip: (skipped: SkippedRange) => void,
): Rules | null {
  const isVersion = (text: string) => ecosystem.compareVersions(text, text) !== null
  const isListed = (text: string) => isOrdered(ecosystem, text)
  const ranges = affected.ranges.filter((range) => {
    const isEvaluable = boundsOf(range).every(isVersion)
    if (!isEvaluable) onSkip({ recordId, packageName: affected.name, range })
    return isEvaluable
  })
  const { versions } = affected
  if (ranges.length + versions.length === 0) return null
  const unordered = versions.filter((text) => !isListed(text))
  return { ranges, unordered, exact: unordered.length === 0 ? versions : versions.filter(isListed) }
}

function appendBlock(
  blocks: WordList,
  list: PackageEntry[],
  { ecosystem, intern }: { ecosystem: Ecosystem; intern: (text: string) => number },
): void {
  const versions = sortVersions(ecosystem, list)
  const numberOf = numbersOf(versions)
  blocks.push(versions.length)
  blocks.push(list.length)
  for (const version of versions) blocks.push(intern(version))
  for (const { facts, recordId, release, rating, symbols, rules } of list.toSorted(
    (a, b) => a.facts - b.facts,
  )) {
    const { ranges, exact, unordered } = rules
    const last = symbols === NONE ? unordered.length : unordered.length + HAS_SYMBOLS
    for (const word of [facts, recordId, release, rating, ranges.length, exact.length, last])
      blocks.push(word)
    for (const { introduced, fixed, lastAffected, limit } of ranges) {
      blocks.push(introduced === '0' ? NONE : numberOf(introduced))
      for (const bound of [fixed, lastAffected, limit])
        blocks.push(bound === undefined ? NONE : numberOf(bound))
    }
    for (const number of exact.map(numberOf).sort((a, b) => a - b)) blocks.push(number)
    for (const version of unordered) blocks.push(intern(version))
    if (symbols !== NONE) blocks.push(symbols)
  }
}

/** Each version in the entries once, in version order; of equal ones by spelling. */
function sortVersions(ecosystem: Ecosystem, list: readonly PackageEntry[]): string[] {
  const mentioned = new Set<string>()
  for (const { rules } of list) {
    for (const range of rules.ranges) for (const bound of boundsOf(range)) mentioned.add(bound)
    for (const version of rules.exact) mentioned.add(version)
  }
  return [...mentioned].sort((a, b) => ecosystem.compareVersions(a, b)! || (a < b ? -1 : 1))
}

/** Most packages have few versions, for which a map would be slower. */
function numbersOf(versions: readonly string[]): (version: string) => number {
  if (versions.length < 8) return (version) => versions.indexOf(version)
  const numbers = new Map(versions.map((version, number) => [version, number]))
  return (version) => numbers.get(version)!
}

interface IndexSections {
  ecosystemId: number
  packages: WordList
  facts: WordList
  blocks: WordList
  strings: StringTable
  factsCount: number
}

function assemble({ ecosystemId, packages, facts, blocks, strings, factsCount }: IndexSections): Uint8Array {
  const slots = buildSlots(packages.toArray())
  const sections = [slots, ...[packages, facts, strings.ends, blocks].map((list) => list.toArray())]
  const starts: number[] = []
  let size = HEADER_WORDS
  for (const section of sections) {
    starts.push(size)
    size += section.length
  }
  const text = new TextEncoder().encode(strings.text())
  const words = new Uint32Array(size + Math.ceil(text.length / 4))
  for (const [number, section] of sections.entries()) words.set(section, starts[number])
  const bytes = new Uint8Array(words.buffer)
  bytes.set(text, size * 4)
  const [slotsAt = 0, packagesAt = 0, factsAt = 0, stringsAt = 0, blocksAt = 0] = starts
  const header: Record<keyof typeof HEADER, number> = {
    magic: MAGIC,
    formatVersion: FORMAT_VERSION,
    checksum: 0,
    words: words.length,
    ecosystem: ecosystemId,
    slots: slotsAt,
    slotCount: slots.length,
    packages: packagesAt,
    packageCount: packages.length / PACKAGE_WORDS,
    facts: factsAt,
    factsCount,
    strings: stringsAt,
    stringCount: strings.ends.length,
    blocks: blocksAt,
    text: size,
  }
  for (const [field, at] of Object.entries(HEADER)) words[at] = header[field as keyof typeof HEADER]
  words[HEADER.checksum] = checksum(words)
  return bytes
}

/** At most half full, to keep probing short. */
function buildSlots(packages: Uint32Array): Uint32Array {
  const count = packages.length / PACKAGE_WORDS
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, count * 2))))
  for (let number = 0; number < count; number++) {
    let slot = packages[number * PACKAGE_WORDS]! & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = number + 1
  }
  return slots
}
