import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { boundsOf } from './affected-range.ts'
import type { AffectedRange, IndexEntry } from './advisory.ts'
import { checksum, hashName, packFacts } from './index-format.ts'
import { FORMAT_VERSION, HEADER, HEADER_WORDS, MAGIC, NONE } from './index-format.ts'

/** A range that could not go into the index: one of its bounds is no version of the ecosystem. */
export interface SkippedRange {
  recordId: string
  packageName: string
  range: AffectedRange
}

/**
 * Compiles all that is known of one ecosystem into the bytes that openIndex reads. The same entries in the same
 * order give the same bytes. Of suffixes, the releases of distributions count. Where a suffix is a repository it does
 * not: an inventory seldom says which one a package came from, and no two share a name for different things on purpose.
 */
export function compileIndex(
  ecosystem: Ecosystem,
  entries: Iterable<IndexEntry>,
  onSkip: (skipped: SkippedRange) => void = () => {},
): Uint8Array {
  const strings = new StringTable()
  const factsNumbers = new Map<string, number>()
  const facts: number[] = []
  const byName = new Map<string, PackageEntry[]>()
  for (const entry of entries) {
    const evaluable = keepEvaluable(ecosystem, entry, onSkip)
    if (!evaluable) continue
    const { advisoryUuid } = entry.facts
    const number = factsNumbers.get(advisoryUuid) ?? factsNumbers.size
    if (number === factsNumbers.size) {
      factsNumbers.set(advisoryUuid, number)
      facts.push(...packFacts(entry.facts, strings.intern))
    }
    const name = ecosystem.normalizeName(entry.affected.name)
    const listed = byName.get(name)
    const packageEntry = {
      ...{ ...evaluable, facts: number, recordId: strings.intern(entry.recordId) },
      release: internRelease(ecosystem, entry.affected.suffix, strings),
    }
    if (listed) listed.push(packageEntry)
    else byName.set(name, [packageEntry])
  }
  const blocks: number[] = []
  const packages: number[] = []
  for (const [name, list] of byName) {
    packages.push(hashName(name), strings.intern(name), blocks.length)
    appendBlock(blocks, list, { ecosystem, intern: strings.intern })
  }
  const ecosystemId = strings.intern(ecosystem.id)
  return assemble({ ecosystemId, packages, facts, blocks, strings, factsCount: factsNumbers.size })
}

function internRelease({ release }: Ecosystem, suffix: string, strings: StringTable): number {
  const name = release && suffix !== '' ? release.fromSuffix(suffix) : null
  return name === null ? NONE : strings.intern(name)
}

interface PackageEntry {
  /** Number of the advisory's facts. */
  facts: number
  /** String of the record's id. */
  recordId: number
  /** String of the distribution's release; NONE for all of them. */
  release: number
  ranges: AffectedRange[]
  /** Listed versions that the ecosystem can order, and those that it cannot. */
  exact: string[]
  odd: string[]
}

/** null when nothing is left that could match. */
function keepEvaluable(
  ecosystem: Ecosystem,
  { affected, recordId }: IndexEntry,
  onSkip: (skipped: SkippedRange) => void,
): Pick<PackageEntry, 'ranges' | 'exact' | 'odd'> | null {
  const isVersion = (text: string) => ecosystem.compareVersions(text, text) !== null
  const ranges = affected.ranges.filter((range) => {
    const isEvaluable = boundsOf(range).every(isVersion)
    if (!isEvaluable) onSkip({ recordId, packageName: affected.name, range })
    return isEvaluable
  })
  const { exact = [], odd = [] } = Object.groupBy(affected.versions, (each) =>
    isVersion(each) ? 'exact' : 'odd',
  )
  return ranges.length + exact.length + odd.length > 0 ? { ranges, exact, odd } : null
}

function appendBlock(
  blocks: number[],
  list: PackageEntry[],
  { ecosystem, intern }: { ecosystem: Ecosystem; intern: (text: string) => number },
): void {
  const compare = (a: string, b: string) => ecosystem.compareVersions(a, b) ?? 0
  const mentioned = new Set(list.flatMap(({ ranges, exact }) => [...ranges.flatMap(boundsOf), ...exact]))
  const versions = [...mentioned].sort((a, b) => compare(a, b) || (a < b ? -1 : 1))
  const numbers = new Map(versions.map((version, number) => [version, number]))
  const numberOf = (version: string | undefined) =>
    version === undefined ? NONE : (numbers.get(version) ?? NONE)
  blocks.push(versions.length, list.length)
  for (const version of versions) blocks.push(intern(version))
  for (const entry of list.toSorted((a, b) => a.facts - b.facts)) {
    blocks.push(entry.facts, entry.recordId, entry.release)
    blocks.push(entry.ranges.length, entry.exact.length, entry.odd.length)
    for (const range of entry.ranges) {
      const introduced = range.introduced === '0' ? NONE : numberOf(range.introduced)
      blocks.push(introduced, numberOf(range.fixed), numberOf(range.lastAffected), numberOf(range.limit))
    }
    for (const number of entry.exact.map(numberOf).sort((a, b) => a - b)) blocks.push(number)
    for (const version of entry.odd) blocks.push(intern(version))
  }
}

interface Parts {
  ecosystemId: number
  packages: number[]
  facts: number[]
  blocks: number[]
  strings: StringTable
  factsCount: number
}

function assemble({ ecosystemId, packages, facts, blocks, strings, factsCount }: Parts): Uint8Array {
  const slots = buildSlots(packages)
  const sections = [slots, packages, facts, strings.ends, blocks]
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
    packageCount: packages.length / 3,
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

/** At most half full, so that probing stays short. */
function buildSlots(packages: readonly number[]): Uint32Array {
  const count = packages.length / 3
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, count * 2))))
  for (let number = 0; number < count; number++) {
    let slot = packages[number * 3]! & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = number + 1
  }
  return slots
}

/** Each string once, by number. */
class StringTable {
  readonly #numbers = new Map<string, number>()
  /** Where each string ends in the text, in bytes. */
  readonly ends: number[] = []

  readonly intern = (text: string): number => {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.ends.length
    this.#numbers.set(text, number)
    this.ends.push((this.ends[number - 1] ?? 0) + Buffer.byteLength(text))
    return number
  }

  text(): string {
    return [...this.#numbers.keys()].join('')
  }
}
