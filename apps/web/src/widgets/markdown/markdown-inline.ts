import { ownProperty } from '@assay/engine/own-property.ts'
export type Inline =
  | { kind: 'text' | 'code' | 'strong' | 'emphasis'; text: string }
  | { kind: 'link'; text: string; url: string }

interface Mark {
  part: Inline
  end: number
}
/** Allowed link targets: external sites, or also internal paths. */
export type LinkTargets = 'web' | 'web and pages'

const followed: Record<LinkTargets, RegExp> = {
  // Other schemes could execute code.
  web: /^https?:\/\//,
  'web and pages': /^(?:https?:\/\/|\/(?!\/))/,
}

/** null for plain text. */
type ReadMark = (text: string, at: number) => Mark | null

const start = /`+|\[|\*|https?:\/\//g
const label = /\[([^[\]]*)\]\(/y
const target = /\s*<?([^\s)>]+)/y
const bare = /https?:\/\/[^\s<>()[\]"'`]+/y
const strong = /\*\*([^*]+)\*\*/y
/** Does not match the stars of 'jackson.*' or 'a * b'. */
const emphasis = /(?<![\w.*])\*(?!\s)([^*]*[^*\s])\*(?![\w*])/y

/** Parses inline markup in linear time, also if markup is unclosed. */
export function readInline(text: string, targets: LinkTargets = 'web'): Inline[] {
  const readers: Record<string, ReadMark> = {
    '`': codeReader(text),
    '[': linkReader(text, followed[targets]),
    '*': readStars,
    h: readBare,
  }
  const parts: Inline[] = []
  let from = 0
  for (let at = 0; ;) {
    start.lastIndex = at
    const found = start.exec(text)
    if (!found) break
    const mark = ownProperty(readers, found[0].charAt(0))!(text, found.index)
    at = mark?.end ?? found.index + (found[0].startsWith('`') ? found[0].length : 1)
    if (!mark) continue
    if (found.index > from) parts.push({ kind: 'text', text: text.slice(from, found.index) })
    parts.push(mark.part)
    from = at
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

/** Code ends at the next run of as many backticks, precomputed for all runs from the end. */
function codeReader(text: string): ReadMark {
  const ends = new Map<number, { close: number; length: number }>()
  const next = new Map<number, number>()
  for (const { index, 0: run } of [...text.matchAll(/`+/g)].toReversed()) {
    const close = next.get(run.length)
    if (close !== undefined) ends.set(index, { close, length: run.length })
    next.set(run.length, index)
  }
  return (_, at) => {
    const end = ends.get(at)
    if (!end) return null
    const { close, length } = end
    return { part: { kind: 'code', text: text.slice(at + length, close).trim() }, end: close + length }
  }
}

function linkReader(text: string, followPattern: RegExp): ReadMark {
  const lastClose = text.lastIndexOf(')')
  return (_, at) => {
    const name = matchAt(label, text, at)
    // Bounded, otherwise unclosed addresses would make parsing quadratic.
    if (!name || lastClose < at + name[0].length) return null
    const address = matchAt(target, text, at + name[0].length)
    if (!address) return null
    const close = text.indexOf(')', at + name[0].length + address[0].length)
    const end = close + 1
    const [url, words] = [address[1]!, name[1]!]
    if (followPattern.test(url)) return { part: { kind: 'link', text: words || url, url }, end }
    // Keeps the text.
    return { part: { kind: 'text', text: words || text.slice(at, end) }, end }
  }
}

function readBare(text: string, at: number): Mark | null {
  const found = matchAt(bare, text, at)?.[0]
  if (found === undefined) return null
  const url = withoutEnd(found, '.,;:!?')
  return { part: { kind: 'link', text: found, url }, end: at + found.length }
}

function readStars(text: string, at: number): Mark | null {
  const found = matchAt(strong, text, at)
  if (found) return { part: { kind: 'strong', text: found[1]! }, end: at + found[0].length }
  const soft = matchAt(emphasis, text, at)
  return soft && { part: { kind: 'emphasis', text: soft[1]! }, end: at + soft[0].length }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** A regular expression would restart at each such character. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
