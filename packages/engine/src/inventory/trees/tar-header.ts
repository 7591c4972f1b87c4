import { ArchiveFault } from './archive-fault.ts'

// Headers of tar: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html#tag_20_92_13_06

export const blockBytes = 512

/** Fields of a header, before extended ones replace them. */
export interface TarHeader {
  name: string
  linkName: string
  size: number
  mode: number
  type: string
}

/** null if the block is not a header. */
export function readHeader(block: Uint8Array): TarHeader | null {
  if (!hasChecksum(block)) return null
  const prefix = isUstar(block) ? textAt(block, 345, 155) : ''
  const name = textAt(block, 0, 100)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    linkName: textAt(block, 157, 100),
    size: numberAt(block, 124, 12),
    mode: numberAt(block, 100, 8),
    type: String.fromCharCode(block[156]!),
  }
}

export const isZero = (block: Uint8Array): boolean => block.every((byte) => byte === 0)

/** POSIX's magic; GNU's is followed by a blank, and its prefix contains times. */
const isUstar = (block: Uint8Array) => textAt(block, 257, 6) === 'ustar' && block[262] === 0

/** Old programs summed signed bytes. */
function hasChecksum(block: Uint8Array): boolean {
  let [unsigned, signed] = [0, 0]
  for (const [at, byte] of block.entries()) {
    const value = at >= 148 && at < 156 ? 0x20 : byte
    unsigned += value
    signed += value > 127 ? value - 256 : value
  }
  const wanted = Number.parseInt(textAt(block, 148, 8).trim(), 8)
  return wanted === unsigned || wanted === signed
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('latin1')

/** Names that are not UTF-8 stay distinct. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return latin1.decode(bytes)
  }
}

function textAt(block: Uint8Array, start: number, length: number): string {
  const field = block.subarray(start, start + length)
  const end = field.indexOf(0)
  return decodeName(end < 0 ? field : field.subarray(0, end))
}

/** Octal, or base 256 if the first bit is set. */
export function numberAt(block: Uint8Array, start: number, length: number): number {
  const first = block[start]!
  if ((first & 0x80) === 0) {
    const text = textAt(block, start, length).trim()
    if (text === '') return 0
    const value = /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : NaN
    return checked(value)
  }
  if (first === 0xff) return checked(-1)
  let value = first & 0x7f
  for (const byte of block.subarray(start + 1, start + length)) value = value * 256 + byte
  return checked(value)
}

function checked(value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new ArchiveFault('archive-broken', 'The archive is broken: a header has an impossible number.')
}

/** Records 'length key=value\n' of an extended header; broken ones end the list. */
export function readPax(bytes: Uint8Array): Map<string, string> {
  const records = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at)
    const length = Number(latin1.decode(bytes.subarray(at, blank < 0 ? at : blank)))
    if (!Number.isSafeInteger(length) || length < 5 || at + length > bytes.length) break
    const record = decodeName(bytes.subarray(blank + 1, at + length - 1))
    const equals = record.indexOf('=')
    if (equals > 0) addRecord(records, record.slice(0, equals), record.slice(equals + 1))
    at += length
  }
  return records
}

const sparseParts = new Set(['GNU.sparse.offset', 'GNU.sparse.numbytes'])

/** The map of a sparse file is one record, or of the oldest format one for each number. */
function addRecord(records: Map<string, string>, key: string, value: string): void {
  const map = records.get('GNU.sparse.map')
  if (!sparseParts.has(key)) records.set(key, value)
  else records.set('GNU.sparse.map', map === undefined ? value : `${map},${value}`)
}
