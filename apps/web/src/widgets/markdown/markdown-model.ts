import { type Inline, type LinkTargets, readInline, withoutEnd } from './markdown-inline.ts'

/** The subset of Markdown used in advisories and the guide. Nothing becomes raw HTML. */
export type Block =
  | { kind: 'heading' | 'paragraph' | 'quote'; inline: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }

const fence = /^ {0,3}(```|~~~)/
const heading = /^ {0,3}#{1,6}\s+(.*)$/s
const item = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/s
const rule = /^ {0,3}(?:[-*_]\s*){3,}$/
const row = /^\s*\|/

/** Never throws, runs in linear time; unsupported syntax stays a paragraph. */
export function readMarkdown(text: string, targets: LinkTargets = 'web'): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const { block, next } = readBlock(lines, at, (words) => readInline(words, targets))
    if (block) blocks.push(block)
    at = next
  }
  return blocks
}

type ReadWords = (words: string) => Inline[]

interface Reading {
  block: Block | null
  /** Always after the consumed lines. */
  next: number
}

function readBlock(lines: readonly string[], at: number, readWords: ReadWords): Reading {
  const line = lines[at] ?? ''
  const mark = fence.exec(line)?.[1]
  if (mark !== undefined) return readCode(lines, at, mark)
  if (line.trim() === '' || rule.test(line)) return { block: null, next: at + 1 }
  const title = heading.exec(line)?.[1]
  if (title !== undefined) {
    const messages = withoutEnd(title.trimEnd(), '#').trimEnd()
    return { block: { kind: 'heading', inline: readWords(messages) }, next: at + 1 }
  }
  if (item.test(line)) return readList(lines, at, readWords)
  // Tables keep their columns as written.
  if (row.test(line)) {
    const { text, next } = take(lines, at, row)
    return { block: { kind: 'code', text }, next }
  }
  if (line.startsWith('>')) {
    const { text, next } = take(lines, at, /^>/)
    const messages = text.replaceAll(/^>\s?/gm, '').replaceAll('\n', ' ')
    return { block: { kind: 'quote', inline: readWords(messages) }, next }
  }
  return readParagraph(lines, at, readWords)
}

function readCode(lines: readonly string[], at: number, mark: string): Reading {
  const last = nextLine(lines, at, (line) => line.trim().startsWith(mark))
  return { block: { kind: 'code', text: lines.slice(at + 1, last).join('\n') }, next: last + 1 }
}

/** The next line that matches, or the end. */
function nextLine(lines: readonly string[], at: number, is: (line: string) => boolean): number {
  let next = at + 1
  while (next < lines.length && !is(lines[next] ?? '')) next++
  return next
}

/** The consecutive matching lines. */
function take(lines: readonly string[], at: number, is: RegExp): { text: string; next: number } {
  const next = nextLine(lines, at, (line) => !is.test(line))
  return { text: lines.slice(at, next).join('\n'), next }
}

function readList(lines: readonly string[], at: number, readWords: ReadWords): Reading {
  const items: string[] = []
  let next = at
  for (; next < lines.length; next++) {
    const line = lines[next] ?? ''
    const text = item.exec(line)?.[2]
    if (text !== undefined) items.push(text)
    // Indented lines continue the list item.
    else if (/^\s+\S/.test(line)) items.push(`${items.pop() ?? ''} ${line.trim()}`)
    else if (line.trim() !== '' || !item.test(lines[next + 1] ?? '')) break
  }
  const isOrdered = item.exec(lines[at] ?? '')?.[1] !== undefined
  return { block: { kind: 'list', isOrdered, items: items.map(readWords) }, next }
}

function readParagraph(lines: readonly string[], at: number, readWords: ReadWords): Reading {
  const ends = (line: string) =>
    line.trim() === '' || fence.test(line) || heading.test(line) || item.test(line) || row.test(line)
  const next = nextLine(lines, at, ends)
  const text = lines.slice(at, next).map((line) => line.trim())
  return { block: { kind: 'paragraph', inline: readWords(text.join(' ')) }, next }
}
