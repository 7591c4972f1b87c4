/** One 'Tag: value' of a document; the value's blanks and its <text> marks are gone. */
export interface SpdxTag {
  tag: string
  value: string
  /** Counted from 1. */
  line: number
}

/** All tags of a text in their order; lines that are none are told by their number. */
export function readTags(text: string, onUnusable: (line: number) => void): SpdxTag[] {
  const tags: SpdxTag[] = []
  const lines = text.split(/\r\n|\n|\r/)
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!.trim()
    if (line === '' || line.startsWith('#')) continue
    const at = line.indexOf(':')
    const tag = line.slice(0, at)
    if (at < 1 || /\s/.test(tag)) {
      onUnusable(index + 1)
      continue
    }
    const first = index
    const parts = [line.slice(at + 1).trim()]
    // A text may go on over lines that look like tags; one that never ends takes the rest.
    if (parts[0]!.startsWith('<text>')) {
      while (!parts.at(-1)!.includes('</text>') && index + 1 < lines.length) parts.push(lines[++index]!)
    }
    const value = parts.join('\n').replace(/^<text>/, '')
    tags.push({ tag, value: value.replace(/<\/text>[^]*$/, '').trim(), line: first + 1 })
  }
  return tags
}
