import { showControls } from '../invisible.ts'
import {
  type DocumentWords,
  firstRows,
  type ReportDocument,
  type Section,
  type Table,
  tableEnd,
  textOf,
} from './document.ts'

/** For a terminal: tables between blank lines, without titles, and the link last. */
export async function* writeText(
  { sections, link }: Pick<ReportDocument, 'sections' | 'link'>,
  words: DocumentWords,
): AsyncGenerator<string> {
  const closing: Section[] = link ? [{ kind: 'text', text: `${link.title}: ${link.url}` }] : []
  let isAfterText = false
  for (const section of [...sections, ...closing]) {
    const isText = section.kind === 'text'
    yield `${isAfterText && isText ? '' : '\n'}${await linesOf(section, words)}\n`
    isAfterText = isText
  }
}

function linesOf(section: Section, words: DocumentWords): string | Promise<string> {
  switch (section.kind) {
    case 'text':
      return showControls(textOf(section.text))
    case 'facts':
      return alignColumns(section.facts)
    case 'figures':
      return alignColumns(section.figures.map(({ label, value }) => [label, value]))
    case 'chart':
      return alignColumns(section.bars.map(({ label, value }) => [label, String(value)]))
    case 'prose':
    case 'table':
  }
  return tableOf(section, words)
}

async function tableOf(table: Table, words: DocumentWords): Promise<string> {
  const titles = table.columns.map(({ title }) => title)
  const lines: string[][] = []
  let cut = 0
  for await (const page of firstRows(table, Infinity)) {
    lines.push(...page.rows.map((row) => titles.map((_, at) => textOf(row[at]))))
    cut = page.cut
  }
  const head = titles.some((title) => title !== '') ? [titles] : []
  const end = tableEnd(table, { count: lines.length, cut, limit: Infinity, words })
  return [
    ...(table.note ? [showControls(table.note), ''] : []),
    ...(lines.length === 0 ? [] : [alignColumns([...head, ...lines])]),
    ...(end === null ? [] : [end]),
  ].join('\n')
}

const gap = '  '

/** Aligned columns without lines, easy to read and grep. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(showControls))
  const widths: number[] = []
  for (const line of lines)
    for (const [column, cell] of line.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell))
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
