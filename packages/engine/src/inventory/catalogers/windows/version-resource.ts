import { viewOf } from '../../../byte-view.ts'
import { offsetOf, type Program } from '../../programs/program.ts'

// https://learn.microsoft.com/windows/win32/debug/pe-format#the-rsrc-section
// https://learn.microsoft.com/windows/win32/menurc/vs-versioninfo

const versionType = 16
const maxEntries = 4_096
const maxBytes = 64 * 1024
const isFolder = 0x80000000

/** What a program for Windows says of itself: 'ProductName', 'FileVersion', … Empty if it says nothing. */
export async function readVersionResource(program: Program): Promise<ReadonlyMap<string, string>> {
  const place = await findVersion(program)
  if (place === null || place.size > maxBytes) return new Map()
  const bytes = await program.source.read(place.offset, place.offset + place.size)
  return textsIn(bytes)
}

/** Folders of types, of names and of languages are in each other; the first name and language is taken. */
async function findVersion(program: Program): Promise<{ offset: number; size: number } | null> {
  const root = program.sections.find(({ name }) => name === '.rsrc')
  if (!root || program.base === undefined) return null
  const { source } = program
  let at = 0
  for (const wanted of [versionType, null, null]) {
    const entry: number | null = await entryOf(program, root.offset + (at % isFolder), wanted)
    if (entry === null || entry % isFolder >= root.size) return null
    at = entry
  }
  if (at >= isFolder) return null
  const data = await source.read(root.offset + at, root.offset + at + 8)
  if (data.length < 8) return null
  const [address, size] = [0, 4].map((each) => viewOf(data).getUint32(each, true)) as [number, number]
  const offset = offsetOf(program, program.base + address)
  return offset === null ? null : { offset, size }
}

/** Where an entry of a folder leads to, from the start of all resources. wanted: its number; null for the first one. */
async function entryOf({ source }: Program, at: number, wanted: number | null): Promise<number | null> {
  const header = await source.read(at, at + 16)
  if (header.length < 16) return null
  const view = viewOf(header)
  const count = Math.min(view.getUint16(12, true) + view.getUint16(14, true), maxEntries)
  const entries = viewOf(await source.read(at + 16, at + 16 + 8 * count))
  for (let entry = 0; entry + 8 <= entries.byteLength; entry += 8)
    if (wanted === null || entries.getUint32(entry, true) === wanted)
      return entries.getUint32(entry + 4, true)
  return null
}

interface Block {
  key: string
  /** Of its value, and of what is in it. */
  start: number
  valueBytes: number
  end: number
}

const utf16 = new TextDecoder('utf-16le')
const maxDepth = 3

/** The texts of the first language, which are in 'StringFileInfo' within the block of the whole. */
function textsIn(bytes: Uint8Array): Map<string, string> {
  const texts = new Map<string, string>()
  const root = blockAt(bytes, 0)
  if (root?.key === 'VS_VERSION_INFO') addTexts(root, 0)
  return texts

  function addTexts(block: Block, depth: number): void {
    for (let at = aligned(depth === 0 ? block.start + block.valueBytes : block.start); at < block.end;) {
      const inner = blockAt(bytes, at)
      if (inner === null || inner.end > block.end) return
      if (depth === maxDepth - 1) addText(inner)
      else if (depth > 0 || inner.key === 'StringFileInfo') addTexts(inner, depth + 1)
      at = aligned(inner.end)
    }
  }

  function addText({ key, start, end }: Block): void {
    const text = utf16.decode(bytes.subarray(start, end)).split('\0', 1)[0]!.trim()
    if (text !== '' && !texts.has(key)) texts.set(key, text)
  }
}

const aligned = (at: number): number => Math.ceil(at / 4) * 4

/** Its length, that of its value, a kind, a name, and padding. null if it is broken. */
function blockAt(bytes: Uint8Array, at: number): Block | null {
  if (at + 8 > bytes.length) return null
  const view = viewOf(bytes)
  const end = at + view.getUint16(at, true)
  let nameEnd = at + 6
  while (nameEnd + 2 <= end && nameEnd + 2 <= bytes.length && view.getUint16(nameEnd, true) !== 0)
    nameEnd += 2
  const start = aligned(nameEnd + 2)
  if (end <= at + 6 || end > bytes.length || nameEnd + 2 > end) return null
  return {
    key: utf16.decode(bytes.subarray(at + 6, nameEnd)),
    start: Math.min(start, end),
    valueBytes: view.getUint16(at + 2, true),
    end,
  }
}
