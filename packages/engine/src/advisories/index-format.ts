import type { AdvisoryFacts } from './advisory.ts'
import { severities } from '../vocabulary.ts'

/*
 * The file of a compiled index: 32-bit words in the machine's (little-endian) order, then UTF-8 text.
 *
 *   header    HEADER_WORDS, see HEADER
 *   slots     open-addressing table by the hash of the normalized name: package number + 1, or 0
 *   packages  hash, name (string), start of its block
 *   facts     FACTS_WORDS each, see packFacts
 *   strings   the end of each string in the text; each begins where the one before ends
 *   blocks    one a package:
 *               number of versions, of entries
 *               versions     strings, in the ecosystem's order: bounds and listed versions together
 *               entries      facts, record id (string), release (string or NONE: all), rating (severity or NONE),
 *                            number of ranges, of exact, of unordered with HAS_SYMBOLS if there are, then
 *                              ranges   introduced, fixed, lastAffected, limit: indexes into versions or NONE
 *                              exact    indexes into versions, ascending
 *                              unordered  strings that the ecosystem cannot order
 *                              symbols    if there are: vulnerable functions, joined by blanks (string)
 *             entries of one advisory follow each other
 *   text
 */

export const MAGIC = 0x58_49_53_41 // 'ASIX'
/**
 * Increment with every change of the layout or of what is compiled from the same records, such as a version order:
 * files of other versions are recompiled.
 */
export const FORMAT_VERSION = 7
export const HEADER_WORDS = 16
export const PACKAGE_WORDS = 3
export const FACTS_WORDS = 11
export const RANGE_WORDS = 4
export const ENTRY_WORDS = 7
/** In the number of unordered versions of an entry: a string of symbols follows them. Few entries have some. */
export const HAS_SYMBOLS = 0x8000_0000
/** Marks an absent string, bound or score. */
export const NONE = 0xffff_ffff

/** Word numbers in the header; sections are given by their first word. */
export const HEADER = {
  magic: 0,
  formatVersion: 1,
  checksum: 2,
  words: 3,
  ecosystem: 4,
  slots: 5,
  slotCount: 6,
  packages: 7,
  packageCount: 8,
  facts: 9,
  factsCount: 10,
  strings: 11,
  stringCount: 12,
  blocks: 13,
  text: 14,
} as const

/** The bytes are not an index, or of another format version or ecosystem, or damaged: recompile. */
export class IndexFormatError extends Error {
  override readonly name = 'IndexFormatError'
}

/** Checksum of all words after the header. Detects damage, not tampering. */
export function checksum(words: Uint32Array): number {
  let sum = 0x811c_9dc5
  for (let at = HEADER.words; at < words.length; at++)
    sum = Math.imul(sum ^ words[at]!, 0x0100_0193) ^ (sum >>> 15)
  return sum >>> 0
}

/** FNV-1a over UTF-16 units, mixed so that the low bits are usable as slot numbers. */
export function hashName(name: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x0100_0193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** A severity's code is its position here: reordering requires a new format version. */
export const SEVERITIES = severities.toReversed()
const NO_SCORE = 0xffff
const TWO_TO_32 = 2 ** 32
/** Probabilities are published with five decimals; nine are stored. */
const EPSS_UNIT = 1e9

const CATEGORIES = { malware: 1 << 24, unmaintained: 1 << 27, notice: 1 << 28 } as const
const FLAGS = { knownExploited: 1 << 25, uuid: 1 << 26 }

/** The id in four words, CVE (string or NONE), score in tenths, severity and flags, publication, EPSS, CVEs and public id (strings). */
export function packFacts(facts: AdvisoryFacts, intern: (text: string) => number): number[] {
  const tenths = facts.cvss === null ? NO_SCORE : Math.round(facts.cvss * 10)
  const severity = SEVERITIES.indexOf(facts.severity)
  const ms = facts.publishedAt === null ? null : Math.trunc(facts.publishedAt)
  const uuid = UUID.test(facts.advisoryUuid) ? facts.advisoryUuid.replaceAll('-', '') : null
  const id =
    uuid === null
      ? [intern(facts.advisoryUuid), 0, 0, 0]
      : [0, 8, 16, 24].map((at) => fromHex(uuid.slice(at, at + 8)))
  const flags =
    (facts.category === 'vulnerability' ? 0 : CATEGORIES[facts.category]) |
    (facts.knownExploited ? FLAGS.knownExploited : 0) |
    (uuid === null ? 0 : FLAGS.uuid)
  return [
    ...id,
    facts.cve === null ? NONE : intern(facts.cve),
    tenths | (severity << 16) | flags,
    ms === null ? 0 : ms >>> 0,
    ms === null ? NONE : Math.floor(ms / TWO_TO_32) >>> 0,
    facts.epss === null ? NONE : Math.round(facts.epss * EPSS_UNIT),
    facts.cves.length === 0 ? NONE : intern(facts.cves.join(' ')),
    facts.publicId === null ? NONE : intern(facts.publicId),
  ]
}

/** Only lower-case uuids, as stored; any other text is stored as a string. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const fromHex = (digits: string): number => Number.parseInt(digits, 16)

export function unpackFacts(words: Uint32Array, at: number, stringAt: (id: number) => string): AdvisoryFacts {
  const cve = words[at + 4]!
  const packed = words[at + 5]!
  const high = words[at + 7]!
  const epss = words[at + 8]!
  const cves = words[at + 9]!
  const publicId = words[at + 10]!
  const tenths = packed & 0xffff
  return {
    advisoryUuid: packed & FLAGS.uuid ? unpackUuid(words.subarray(at, at + 4)) : stringAt(words[at]!),
    cve: cve === NONE ? null : stringAt(cve),
    cves: cves === NONE ? [] : stringAt(cves).split(' '),
    publicId: publicId === NONE ? null : stringAt(publicId),
    severity: SEVERITIES[(packed >>> 16) & 0xff] ?? 'unknown',
    cvss: tenths === NO_SCORE ? null : tenths / 10,
    publishedAt: high === NONE ? null : high * TWO_TO_32 + words[at + 6]!,
    category:
      (['malware', 'unmaintained', 'notice'] as const).find((each) => packed & CATEGORIES[each]) ??
      'vulnerability',
    knownExploited: (packed & FLAGS.knownExploited) !== 0,
    epss: epss === NONE ? null : epss / EPSS_UNIT,
  }
}

function unpackUuid(words: Uint32Array): string {
  const hex = Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
