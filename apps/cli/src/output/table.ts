import { showControls } from '@assay/text/invisible.ts'

const gap = '  '

/** Aligned columns without lines, easy to read and grep. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows.map((row) => row.map(showControls))]
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

/** Wide characters and zero-width marks: https://www.unicode.org/reports/tr11/ */
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}！-～]/gu
const empty = /\p{Mn}/gu
const any = /./gsu

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Width in terminal columns. */
const widthOf = (text: string) => countOf(text, any) + countOf(text, wide) - countOf(text, empty)
