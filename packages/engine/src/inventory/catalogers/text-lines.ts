const decoder = new TextDecoder()

/** The text of a database, in which broken characters are replaced. */
export const textOfFile = (bytes: Uint8Array): string => decoder.decode(bytes).replaceAll('\0', '')

/** A run of lines without blank ones between them, and the number of its first, from 1. */
export interface Paragraph {
  lines: string[]
  line: number
}

/** Paragraphs are separated by blank lines; the last one need not end with one. */
export function* paragraphsOf(text: string): Iterable<Paragraph> {
  let lines: string[] = []
  let [start, number] = [1, 0]
  for (const line of text.split(/\r?\n/)) {
    number++
    if (line.trim() !== '') {
      if (lines.length === 0) start = number
      lines.push(line)
    } else if (lines.length > 0) {
      yield { lines, line: start }
      lines = []
    }
  }
  if (lines.length > 0) yield { lines, line: start }
}
