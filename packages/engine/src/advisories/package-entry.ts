import { BoundedMap } from '../bounded-map.ts'
import type { Ecosystem, ReleaseFit } from '../ecosystems/ecosystem.ts'
import { isOrdered } from '../ecosystems/unordered-version.ts'
import { plainKey } from '../ecosystems/plain-version.ts'
import type { AdvisoryFacts, AffectedRange, Evidence, Match } from './advisory.ts'
import type { IndexFile } from './index-file.ts'
import { ENTRY_WORDS, HAS_SYMBOLS, NONE, RANGE_WORDS, SEVERITIES } from './index-format.ts'
import { absorbMatches } from './absorb-matches.ts'
import { fitOf } from './package-query.ts'
import { isSentinel } from './sentinel-versions.ts'

/** Cached results per package, in addition to those for plain versions, which are limited by the number of positions. */
const MAX_ANSWERS = 64

export const NO_MATCHES: readonly Match[] = []

/** Position of a version among a package's versions: those before 'from' are lower, those from 'to' on are higher. */
interface Bounds {
  from: number
  to: number
}

interface Position extends Bounds {
  /** Position without the part ignored in comparisons: see Ecosystem.publicVersion. Mostly the same. */
  publicFrom: number
  publicTo: number
}

interface PackageSource {
  ecosystem: Ecosystem
  file: IndexFile
  facts: (number: number) => AdvisoryFacts
  /** Normalized. */
  name: string
}

/** A version of the package, as asked for. */
interface Query {
  version: string
  release: string | undefined
}

interface Question extends Query {
  position: Position | null
}

/** An entry of an advisory that applies to the package. */
interface Fitting {
  at: number
  fit: ReleaseFit
}

/** One package's block, parsed lazily. Results are shared and must not be mutated. */
export class PackageEntry {
  readonly #source: PackageSource
  /** First words of the two lists of the block. */
  readonly #versionsAt: number
  readonly #entriesAt: number
  readonly #entriesEnd: number
  readonly #versions: (string | undefined)[]
  /** The versions' plain keys, NaN until read. */
  readonly #keys: number[]
  /** Results for plain versions without a release, by position: versions between the same bounds share a result. */
  readonly #matchesByBounds: (readonly Match[] | undefined)[] = []
  readonly #answers = new BoundedMap<string, readonly Match[]>(MAX_ANSWERS)
  /** Indexed by position of a range or listed version. */
  readonly #evidence = new Map<number, Evidence>()
  readonly #releases = new Map<number, string>()

  constructor(source: PackageSource, block: number) {
    const { words } = source.file
    this.#source = source
    this.#versionsAt = block + 2
    this.#entriesAt = this.#versionsAt + words[block]!
    this.#versions = Array.from({ length: words[block]! })
    this.#keys = Array.from({ length: words[block]! }, () => Number.NaN)
    this.#entriesEnd = this.#entriesAt
    for (let left = words[block + 1]!; left > 0; left--)
      this.#entriesEnd = layout(words, this.#entriesEnd).end
  }

  match(version: string, release: string | undefined): readonly Match[] {
    const plain = release === undefined ? plainKey(version) : Number.NaN
    return Number.isNaN(plain) ? this.#matchText(version, release) : this.#matchPlain(version, plain)
  }

  #matchPlain(version: string, plain: number): readonly Match[] {
    const { from, to } = this.#boundsOf(version, plain)
    const position = { from, to, publicFrom: from, publicTo: to }
    return (this.#matchesByBounds[from + to] ??= this.#findMatches({ version, release: undefined, position }))
  }

  #matchText(version: string, release: string | undefined): readonly Match[] {
    const key = release === undefined ? version : `${release}\n${version}`
    const cached = this.#answers.get(key)
    if (cached) return cached
    const query = { version, release: this.#withStream(release, version) }
    const matches = this.#findMatches({ ...query, position: this.#locate(version) })
    this.#answers.set(key, matches)
    return matches
  }

  /** Named by all advisories that could apply to the version, in version order. */
  fixedVersions(asked: Query): readonly string[] {
    const query = { version: asked.version, release: this.#withStream(asked.release, asked.version) }
    const entries: number[] = []
    for (let at = this.#entriesAt; at < this.#entriesEnd; at = layout(this.#source.file.words, at).end)
      if (this.#fitOf(at, query) !== null) entries.push(at)
    return this.#fixedBy(entries, query)
  }

  /** The entries as text, without exploit signals. */
  describe(): string {
    const { file, facts } = this.#source
    const entries: unknown[] = []
    for (let at = this.#entriesAt; at < this.#entriesEnd;) {
      const [number, record, release, rating] = file.words.subarray(at)
      const { knownExploited: _knownExploited, epss: _epss, ...about } = facts(number!)
      const { rangesAt, exactAt, unorderedAt, symbolsAt, end } = layout(file.words, at)
      const versions = [...file.words.subarray(rangesAt, unorderedAt)].map((word) =>
        word === NONE ? null : this.#version(word),
      )
      const unordered = [...file.words.subarray(unorderedAt, symbolsAt)].map((word) => file.text.get(word))
      const listed = release === NONE ? null : this.#release(release!)
      const sizes = [exactAt - rangesAt, unorderedAt - exactAt]
      entries.push([about, file.text.get(record!), listed, rating, sizes, versions, unordered])
      at = end
    }
    return JSON.stringify(entries)
  }

  #findMatches(question: Question): readonly Match[] {
    const { words } = this.#source.file
    const matches: Match[] = []
    for (let at = this.#entriesAt; at < this.#entriesEnd;) {
      const facts = words[at]!
      const fitting: Fitting[] = []
      for (; at < this.#entriesEnd && words[at] === facts; at = layout(words, at).end) {
        const fit = this.#fitOf(at, question)
        if (fit !== null) fitting.push({ at, fit })
      }
      const match = this.#matchEntries(this.#source.facts(facts), ownLineage(fitting), question)
      if (match) matches.push(match)
    }
    return matches.length > 0 ? absorbMatches(matches, this.#source.ecosystem) : NO_MATCHES
  }

  /** null if it does not apply. Entries for all releases always do. */
  #fitOf(at: number, query: Query): ReleaseFit | null {
    const listed = this.#source.file.words[at + 2]!
    return listed === NONE ? 'same' : fitOf(this.#source.ecosystem, this.#release(listed), query)
  }

  #matchEntries(facts: AdvisoryFacts, fitting: readonly Fitting[], question: Question): Match | null {
    const { words } = this.#source.file
    const evidence: Evidence[] = []
    let rating = -1
    let isUncertain = true
    const symbols = new Set<string>()
    for (const { at, fit } of fitting) {
      const before = evidence.length
      this.#collectEvidence(at, question, evidence)
      if (evidence.length === before) continue
      if (words[at + 3] !== NONE) rating = Math.max(rating, words[at + 3]!)
      if (fit !== 'uncertain') isUncertain = false
      for (const each of this.#symbolsOf(at)) symbols.add(each)
    }
    if (evidence.length === 0) return null
    const severity = SEVERITIES[rating] ?? null
    return {
      facts: severity === null ? facts : { ...facts, severity },
      rating: severity,
      ...(isUncertain && { isUncertain }),
      evidence,
      fixedVersions: this.#fixedBy(
        fitting.map(({ at }) => at),
        question,
      ),
      ...(symbols.size > 0 && { symbols: [...symbols] }),
    }
  }

  #symbolsOf(at: number): string[] {
    const { words, text } = this.#source.file
    const { symbolsAt, end } = layout(words, at)
    return symbolsAt === end ? [] : text.get(words[symbolsAt]!).split(' ')
  }

  /** If a build of a module does not name the stream, the advisories that list the same build do, if they agree. */
  #withStream(release: string | undefined, version: string): string | undefined {
    const build = this.#source.ecosystem.release?.moduleBuildOf?.(version) ?? null
    if (release === undefined || build === null || release.includes('/')) return release
    const { words } = this.#source.file
    const found = new Set<string>()
    for (let at = this.#entriesAt; at < this.#entriesEnd; at = layout(words, at).end) {
      const listed = words[at + 2] === NONE ? '' : this.#release(words[at + 2]!)
      const isNamed = listed.startsWith(`${release}/`) && !/[* ]/.test(listed)
      if (isNamed && this.#boundsOfEntry(at).some((bound) => bound.endsWith(build))) found.add(listed)
    }
    const [only, ...others] = found
    return others.length === 0 ? (only ?? release) : release
  }

  #boundsOfEntry(at: number): string[] {
    const { words } = this.#source.file
    const { rangesAt, exactAt } = layout(words, at)
    const bounds = [...words.subarray(rangesAt, exactAt)].filter((bound) => bound !== NONE)
    return bounds.map((number) => this.#version(number))
  }

  /** null if it is not a valid version. */
  #locate(version: string): Position | null {
    const { ecosystem } = this.#source
    if (!isOrdered(ecosystem, version)) return null
    const bounds = this.#boundsOf(version, plainKey(version))
    const without = ecosystem.publicVersion?.(version) ?? version
    const { from, to } = without === version ? bounds : this.#boundsOf(without, plainKey(without))
    return { ...bounds, publicFrom: from, publicTo: to }
  }

  #boundsOf(version: string, plain: number): Bounds {
    const count = this.#keys.length
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#order(middle, version, plain) < 0) low = middle + 1
      else high = middle
    }
    const from = low
    if (from === count || this.#order(from, version, plain) !== 0) return { from, to: from }
    for (low = from + 1, high = count; low < high;) {
      const middle = (low + high) >>> 1
      if (this.#order(middle, version, plain) <= 0) low = middle + 1
      else high = middle
    }
    return { from, to: low }
  }

  /** Compares one of the package's versions with another version, whose plain key is given. */
  #order(number: number, version: string, plain: number): number {
    const order = this.#keys[number]! - plain
    return Number.isNaN(order) ? this.#readAndOrder(number, version, plain) : order
  }

  #readAndOrder(number: number, version: string, plain: number): number {
    const bound = this.#version(number)
    const order = Number.isNaN(plain) ? plain : (this.#keys[number] = plainKey(bound)) - plain
    return Number.isNaN(order) ? (this.#source.ecosystem.compareVersions(bound, version) ?? 0) : order
  }

  #collectEvidence(at: number, { version, position }: Question, evidence: Evidence[]): void {
    const { words, text } = this.#source.file
    const { rangesAt, exactAt, unorderedAt, symbolsAt } = layout(words, at)
    const add = (wordAt: number, rule: () => Evidence['rule']) =>
      evidence.push(this.#evidenceOf(at, wordAt, rule))
    if (position === null) {
      // Versions that cannot be ordered match literally, and if every version is affected.
      for (let range = rangesAt; range < exactAt; range += RANGE_WORDS) {
        if (words.subarray(range, range + RANGE_WORDS).every((word) => word === NONE))
          return void add(range, () => ({ kind: 'range', range: this.#range(range) }))
      }
      for (let unordered = unorderedAt; unordered < symbolsAt; unordered++) {
        if (text.get(words[unordered]!) === version)
          return void add(unordered, () => ({ kind: 'version', version }))
      }
      return
    }
    for (let range = rangesAt; range < exactAt; range += RANGE_WORDS) {
      if (holds(words, range, position)) add(range, () => ({ kind: 'range', range: this.#range(range) }))
    }
    const exact = findListed(words, { low: exactAt, high: unorderedAt, position })
    if (exact !== null) add(exact, () => ({ kind: 'version', version: this.#version(words[exact]!) }))
  }

  #evidenceOf(at: number, wordAt: number, rule: () => Evidence['rule']): Evidence {
    const cached = this.#evidence.get(wordAt)
    if (cached) return cached
    const { ecosystem, file, name } = this.#source
    const recordId = file.text.get(file.words[at + 1]!)
    const evidence = { recordId, packageName: name, order: ecosystem.versionOrder, rule: rule() }
    this.#evidence.set(wordAt, evidence)
    return evidence
  }

  /** Fixed versions of entries, of the asked version's lineage; of equal versions the first spelling. */
  #fixedBy(entries: readonly number[], { version }: Query): string[] {
    const { file, ecosystem } = this.#source
    const { lineageOf = () => '', compareVersions } = ecosystem
    const numbers = new Set<number>()
    for (const at of entries) {
      const { rangesAt, exactAt } = layout(file.words, at)
      for (let range = rangesAt; range < exactAt; range += RANGE_WORDS) {
        const fixed = file.words[range + 1]!
        if (fixed !== NONE) numbers.add(fixed)
      }
    }
    const versions = [...numbers]
      .sort((a, b) => a - b)
      .map((number) => this.#version(number))
      .filter((fixed) => !isSentinel(fixed) && lineageOf(fixed) === lineageOf(version))
    return versions.filter(
      (fixed, index) => index === 0 || compareVersions(versions[index - 1]!, fixed) !== 0,
    )
  }

  #range(at: number): AffectedRange {
    const [introduced = NONE, fixed = NONE, lastAffected = NONE, limit = NONE] =
      this.#source.file.words.subarray(at, at + RANGE_WORDS)
    return {
      introduced: introduced === NONE ? '0' : this.#version(introduced),
      ...(fixed !== NONE && { fixed: this.#version(fixed) }),
      ...(lastAffected !== NONE && { lastAffected: this.#version(lastAffected) }),
      ...(limit !== NONE && { limit: this.#version(limit) }),
    }
  }

  #release(number: number): string {
    const known = this.#releases.get(number)
    if (known !== undefined) return known
    const release = this.#source.file.text.get(number)
    this.#releases.set(number, release)
    return release
  }

  #version(number: number): string {
    const { words, text } = this.#source.file
    return (this.#versions[number] ??= text.get(words[this.#versionsAt + number]!))
  }
}

/** Without those of another lineage, if the advisory lists that of the package. */
const ownLineage = (fitting: readonly Fitting[]): readonly Fitting[] =>
  fitting.some(({ fit }) => fit === 'same') ? fitting.filter(({ fit }) => fit !== 'other-lineage') : fitting

/** Start of each part of an entry, and of the next entry. */
function layout(words: Uint32Array, at: number) {
  const rangesAt = at + ENTRY_WORDS
  const exactAt = rangesAt + words[at + 4]! * RANGE_WORDS
  const unorderedAt = exactAt + words[at + 5]!
  const last = words[at + 6]!
  const hasSymbols = last >= HAS_SYMBOLS
  const symbolsAt = unorderedAt + (hasSymbols ? last - HAS_SYMBOLS : last)
  return { rangesAt, exactAt, unorderedAt, symbolsAt, end: symbolsAt + (hasSymbols ? 1 : 0) }
}

/** Bounds are positions of ordered versions, so that versions are compared as numbers. */
function holds(words: Uint32Array, at: number, { from, to, publicFrom, publicTo }: Position): boolean {
  const [introduced, fixed] = [words[at]!, words[at + 1]!]
  const [lastAffected, limit] = [words[at + 2]!, words[at + 3]!]
  if (introduced !== NONE && introduced >= to) return false
  if (fixed < to || limit < to) return false
  return lastAffected >= from || (lastAffected >= publicFrom && lastAffected < publicTo)
}

/** Finds the version's number between low and high, otherwise its number without the ignored part. */
function findListed(
  words: Uint32Array,
  { low, high, position }: { low: number; high: number; position: Position },
): number | null {
  const { from, to, publicFrom, publicTo } = position
  const own = firstFrom(words, { low, high, bound: from })
  if (own < high && words[own]! < to) return own
  if (publicFrom === from) return null
  const without = firstFrom(words, { low, high, bound: publicFrom })
  return without < high && words[without]! < publicTo ? without : null
}

/** Binary search: the first position whose word is not below the bound. */
function firstFrom(
  words: Uint32Array,
  { low, high, bound }: { low: number; high: number; bound: number },
): number {
  let [start, end] = [low, high]
  while (start < end) {
    const middle = (start + end) >>> 1
    if (words[middle]! < bound) start = middle + 1
    else end = middle
  }
  return start
}
