import { printable } from './printable.ts'

const gap = '  '

/** Columns without lines: for eyes, and for grep. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows.map((row) => row.map(printable))]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat(widths[column]! - widthOf(cell)))
        .join(gap)
        .trimEnd(),
    )
    .join('\n')
}

/** Characters that fill two columns; marks that fill none: https://www.unicode.org/reports/tr11/ */
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}！-～]/gu
const empty = /\p{Mn}/gu
const any = /./gsu

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** In columns of a terminal. */
const widthOf = (text: string) => countOf(text, any) + countOf(text, wide) - countOf(text, empty)
