/** A 'Tag: value' line; the value is trimmed and without its <text> markers. */
export interface SpdxTag {
  tag: string
  value: string
  /** 1-based. */
  line: number
}

/** Reads all tags of a text in order, and reports the numbers of malformed lines. */
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
    // A text can contain lines that look like tags; an unterminated one extends to the end of the file.
    if (parts[0]!.startsWith('<text>')) {
      while (!parts.at(-1)!.includes('</text>') && index + 1 < lines.length) parts.push(lines[++index]!)
    }
    const value = parts.join('\n').replace(/^<text>/, '')
    tags.push({ tag, value: value.replace(/<\/text>[^]*$/, '').trim(), line: first + 1 })
  }
  return tags
}
