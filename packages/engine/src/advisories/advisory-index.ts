import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { AdvisoryFacts, AffectedRange, Evidence, Match } from './advisory.ts'
import { BoundedMap } from './bounded-map.ts'
import { checkHeader, findPackage, IndexText } from './index-file.ts'
import type { IndexFile } from './index-file.ts'
import { ENTRY_WORDS, FACTS_WORDS, HEADER, NONE, RANGE_WORDS, unpackFacts } from './index-format.ts'

/** What is known of one ecosystem's packages. Answers are shared and must not be changed. */
export interface AdvisoryIndex {
  /** Number of advisories in it. */
  readonly size: number
  /** Whether any advisory speaks of the package, in any spelling of its name. */
  has(name: string): boolean
  /** The advisories that affect a version, each once, with all rules that say so; withdrawn ones never. */
  match(name: string, version: string): readonly Match[]
  /** The versions that advisories name as fixed, in the ecosystem's order, of equal ones the first spelling. */
  fixedVersions(name: string): readonly string[]
}

/** Packages that stay decoded, and answers that are kept of each. */
const MAX_PACKAGES = 8192
const MAX_ANSWERS = 64

const NO_MATCHES: readonly Match[] = []
const NO_VERSIONS: readonly string[] = []

/**
 * Opens what compileIndex made, without copying it (bytes may be shared between threads) when they begin at a
 * multiple of four; IndexFormatError when they are no whole index of this ecosystem.
 */
export function openIndex(ecosystem: Ecosystem, bytes: Uint8Array): AdvisoryIndex {
  const words = checkHeader(bytes)
  const file: IndexFile = { words, text: new IndexText(words) }
  file.text.expect(words[HEADER.ecosystem]!, ecosystem.id)
  const opened = new BoundedMap<string, OpenPackage>(MAX_PACKAGES)
  const open = (name: string): OpenPackage | null => {
    const normalized = ecosystem.normalizeName(name)
    const known = opened.get(normalized)
    if (known) return known
    const block = findPackage(file, normalized)
    if (block === null) return null
    const found = new OpenPackage(ecosystem, file, block)
    opened.set(normalized, found)
    return found
  }
  return {
    size: words[HEADER.factsCount]!,
    has: (name) => open(name) !== null,
    match: (name, version) => open(name)?.match(version) ?? NO_MATCHES,
    fixedVersions: (name) => open(name)?.fixedVersions() ?? NO_VERSIONS,
  }
}

/** Where a version stands among a package's versions: those below 'from' are lower, those from 'to' on higher. */
interface Position {
  from: number
  to: number
}

/** One package's block, read as far as questions need it. */
class OpenPackage {
  readonly #ecosystem: Ecosystem
  readonly #file: IndexFile
  /** First words of the three lists of the block. */
  readonly #versionsAt: number
  readonly #fixedAt: number
  readonly #entriesAt: number
  readonly #versions: (string | undefined)[]
  readonly #answers = new BoundedMap<string, readonly Match[]>(MAX_ANSWERS)
  #fixedVersions: readonly string[] | null = null

  constructor(ecosystem: Ecosystem, file: IndexFile, block: number) {
    this.#ecosystem = ecosystem
    this.#file = file
    this.#versionsAt = block + 3
    this.#fixedAt = this.#versionsAt + file.words[block]!
    this.#entriesAt = this.#fixedAt + file.words[block + 1]!
    this.#versions = Array.from({ length: file.words[block]! })
  }

  match(version: string): readonly Match[] {
    const known = this.#answers.get(version)
    if (known) return known
    const matches = this.#findMatches(version)
    this.#answers.set(version, matches)
    return matches
  }

  fixedVersions(): readonly string[] {
    const { words } = this.#file
    this.#fixedVersions ??= Array.from(words.subarray(this.#fixedAt, this.#entriesAt), (number) =>
      this.#version(number),
    )
    return this.#fixedVersions
  }

  #findMatches(version: string): readonly Match[] {
    const { words } = this.#file
    const position = this.#locate(version)
    const matches: Match[] = []
    let at = this.#entriesAt
    for (let left = words[this.#versionsAt - 1]!; left > 0;) {
      const facts = words[at]!
      const evidence: Evidence[] = []
      const first = at
      for (; left > 0 && words[at] === facts; left--) {
        this.#collectEvidence(at, { version, position, evidence })
        at = this.#nextEntry(at)
      }
      if (evidence.length === 0) continue
      matches.push({ facts: this.#facts(facts), evidence, fixedVersions: this.#fixedBy(first, at) })
    }
    return matches.length > 0 ? matches : NO_MATCHES
  }

  /** null when it is no version of the ecosystem. */
  #locate(version: string): Position | null {
    if (this.#ecosystem.compareVersions(version, version) === null) return null
    const bisect = (isBelow: (order: number) => boolean, start: number) => {
      let [low, high] = [start, this.#versions.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        const order = this.#ecosystem.compareVersions(this.#version(middle), version) ?? 0
        if (isBelow(order)) low = middle + 1
        else high = middle
      }
      return low
    }
    const from = bisect((order) => order < 0, 0)
    return { from, to: bisect((order) => order <= 0, from) }
  }

  #collectEvidence(
    at: number,
    { version, position, evidence }: { version: string; position: Position | null; evidence: Evidence[] },
  ): void {
    const { words, text } = this.#file
    const { rangesAt, exactAt, oddAt, end } = layout(words, at)
    const add = (rule: Evidence['rule']) => evidence.push({ recordId: text.get(words[at + 1]!), rule })
    if (position === null) {
      // What cannot be ordered can only be listed, letter by letter.
      for (let odd = oddAt; odd < end; odd++) {
        if (text.get(words[odd]!) === version) return void add({ kind: 'version', version })
      }
      return
    }
    for (let range = rangesAt; range < exactAt; range += RANGE_WORDS) {
      if (holds(words, range, position)) add({ kind: 'range', range: this.#range(range) })
    }
    const exact = firstFrom(words, { low: exactAt, high: oddAt, bound: position.from })
    if (exact < oddAt && words[exact]! < position.to) {
      add({ kind: 'version', version: this.#version(words[exact]!) })
    }
  }

  #nextEntry(at: number): number {
    return layout(this.#file.words, at).end
  }

  /** What the entries from one place to another name as fixed; of equal versions the first spelling. */
  #fixedBy(start: number, end: number): string[] {
    const { words } = this.#file
    const numbers = new Set<number>()
    for (let at = start; at < end; at = this.#nextEntry(at)) {
      const { rangesAt, exactAt } = layout(words, at)
      for (let range = rangesAt; range < exactAt; range += RANGE_WORDS) {
        if (words[range + 1] !== NONE) numbers.add(words[range + 1]!)
      }
    }
    const versions = [...numbers].sort((a, b) => a - b).map((number) => this.#version(number))
    return versions.filter(
      (version, index) => index === 0 || this.#ecosystem.compareVersions(versions[index - 1]!, version) !== 0,
    )
  }

  #range(at: number): AffectedRange {
    const [introduced = NONE, fixed = NONE, lastAffected = NONE, limit = NONE] = this.#file.words.subarray(
      at,
      at + RANGE_WORDS,
    )
    return {
      introduced: introduced === NONE ? '0' : this.#version(introduced),
      ...(fixed !== NONE && { fixed: this.#version(fixed) }),
      ...(lastAffected !== NONE && { lastAffected: this.#version(lastAffected) }),
      ...(limit !== NONE && { limit: this.#version(limit) }),
    }
  }

  #version(number: number): string {
    const { words, text } = this.#file
    return (this.#versions[number] ??= text.get(words[this.#versionsAt + number]!))
  }

  #facts(number: number): AdvisoryFacts {
    const { words, text } = this.#file
    return unpackFacts(words, words[HEADER.facts]! + number * FACTS_WORDS, (id) => text.get(id))
  }
}

/** Where the parts of an entry begin, and where the next entry does. */
function layout(words: Uint32Array, at: number) {
  const rangesAt = at + ENTRY_WORDS
  const exactAt = rangesAt + words[at + 2]! * RANGE_WORDS
  const oddAt = exactAt + words[at + 3]!
  return { rangesAt, exactAt, oddAt, end: oddAt + words[at + 4]! }
}

/** Bounds are numbers of ordered versions, so that comparing versions is comparing numbers. */
function holds(words: Uint32Array, at: number, { from, to }: Position): boolean {
  const [introduced, fixed] = [words[at]!, words[at + 1]!]
  const [lastAffected, limit] = [words[at + 2]!, words[at + 3]!]
  if (introduced !== NONE && introduced >= to) return false
  return fixed >= to && limit >= to && lastAffected >= from
}

/** The first place from low to high whose word is not below the bound; words ascend. */
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
