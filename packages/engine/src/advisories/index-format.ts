import type { AdvisoryFacts, Severity } from './advisory.ts'

/*
 * The file of a compiled index: 32-bit words in the machine's (little-endian) order, then UTF-8 text.
 *
 *   header    HEADER_WORDS, see HEADER
 *   slots     open-addressing table by the hash of the normalized name: package number + 1, or 0
 *   packages  hash, name (string), start of its block
 *   facts     FACTS_WORDS each, see packFacts
 *   strings   the end of each string in the text; each begins where the one before ends
 *   blocks    one a package:
 *               number of versions, of fixed ones, of entries
 *               versions     strings, in the ecosystem's order: bounds and listed versions together
 *               fixed        indexes into versions, ascending, of equal ones the first
 *               entries      facts, record id (string), number of ranges, of exact, of odd, then
 *                              ranges   introduced, fixed, lastAffected, limit: indexes into versions or NONE
 *                              exact    indexes into versions, ascending
 *                              odd      strings that the ecosystem cannot order
 *             entries of one advisory follow each other
 *   text
 */

export const MAGIC = 0x58_49_53_41 // 'ASIX'
/** Changes with every change of the layout; files of another version are compiled anew. */
export const FORMAT_VERSION = 1
export const HEADER_WORDS = 16
export const PACKAGE_WORDS = 3
export const FACTS_WORDS = 5
export const RANGE_WORDS = 4
export const ENTRY_WORDS = 5
/** No string, no bound, no score. */
export const NONE = 0xffff_ffff

/** Word numbers in the header; sections are given by the word they begin at. */
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

/** The bytes are no index, of another format version, of another ecosystem, or damaged: compile them anew. */
export class IndexFormatError extends Error {
  override readonly name = 'IndexFormatError'
}

/** A sum of all words behind the header's own: finds damage, does not resist intent. */
export function checksum(words: Uint32Array): number {
  let sum = 0x811c_9dc5
  for (let at = HEADER.words; at < words.length; at++)
    sum = Math.imul(sum ^ words[at]!, 0x0100_0193) ^ (sum >>> 15)
  return sum >>> 0
}

/** FNV-1a over UTF-16 units, mixed so that its low bits can number the slots. */
export function hashName(name: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x0100_0193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

const SEVERITIES: readonly Severity[] = ['unknown', 'none', 'low', 'medium', 'high', 'critical']
const NO_SCORE = 0xffff
const TWO_TO_32 = 2 ** 32

/** uuid, CVE (string or NONE), score in tenths and severity and category, publication in two halves. */
export function packFacts(facts: AdvisoryFacts, intern: (text: string) => number): number[] {
  const tenths = facts.cvss === null ? NO_SCORE : Math.round(facts.cvss * 10)
  const severity = SEVERITIES.indexOf(facts.severity)
  const ms = facts.publishedAt === null ? null : Math.trunc(facts.publishedAt)
  return [
    intern(facts.advisoryUuid),
    facts.cve === null ? NONE : intern(facts.cve),
    tenths | (severity << 16) | (facts.category === 'malware' ? 1 << 24 : 0),
    ms === null ? 0 : ms >>> 0,
    ms === null ? NONE : Math.floor(ms / TWO_TO_32) >>> 0,
  ]
}

export function unpackFacts(words: Uint32Array, at: number, stringAt: (id: number) => string): AdvisoryFacts {
  const [uuid = 0, cve = NONE, packed = 0, low = 0, high = NONE] = words.subarray(at, at + FACTS_WORDS)
  const tenths = packed & 0xffff
  return {
    advisoryUuid: stringAt(uuid),
    cve: cve === NONE ? null : stringAt(cve),
    severity: SEVERITIES[(packed >>> 16) & 0xff] ?? 'unknown',
    cvss: tenths === NO_SCORE ? null : tenths / 10,
    publishedAt: high === NONE ? null : high * TWO_TO_32 + low,
    category: packed >>> 24 === 1 ? 'malware' : 'vulnerability',
  }
}
