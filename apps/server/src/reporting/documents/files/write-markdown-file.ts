import { escapeMarkdown as escape, fencedBlock, markdownLink } from '@assay/text/markdown.ts'
import {
  cutNote,
  firstRows,
  shownRows,
  type ReportDocument,
  type Row,
  type Table,
  textOf,
} from '#reporting/documents/document.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'

/** Row limit for readability. */
const maxRows = 2000

/** GitHub Flavored Markdown: https://github.github.com/gfm/ */
export async function* writeMarkdownFile(document: ReportDocument): AsyncGenerator<string> {
  const { language, title, subject, link, facts, figures, charts, tables } = document
  const texts = documentTextsIn(language)
  yield `# ${escape(title)}\n\n${escape(subject)}\n\n`
  if (link) yield `${markdownLink(link.title, link.url)}\n\n`
  yield `${facts.map(([label, value]) => `- **${escape(label)}:** ${escape(value)}\n`).join('')}\n## ${texts.summary}\n\n`
  yield `${line(['', ''])}${line(['---', '---:'])}`
  yield `${figures.map(({ label, value }) => line([escape(label), escape(value)])).join('')}\n`
  for (const chart of charts) {
    yield `### ${escape(chart.title)}\n\n${line(['', ''])}${line(['---', '---:'])}`
    yield `${chart.bars.map(({ label, value }) => line([escape(label), String(value)])).join('')}\n`
  }
  for (const table of tables) {
    yield `## ${escape(table.title)}\n\n`
    yield* table.isProse ? proseOf(table) : tableOf(table, texts)
  }
}

async function* tableOf(table: Table, texts: DocumentTexts): AsyncGenerator<string> {
  let [count, isCut] = [0, false]
  for await (const page of firstRows(table, maxRows)) {
    if (count === 0 && page.rows.length > 0) {
      yield line(table.columns.map(({ title }) => escape(title)))
      yield line(table.columns.map(() => '---'))
    }
    yield page.rows.map((row) => line(table.columns.map((_, at) => escape(textOf(row[at]))))).join('')
    count += page.rows.length
    isCut = page.isCut
  }
  yield count === 0
    ? `${table.empty}\n\n`
    : isCut
      ? `\n${cutNote(shownRows(table, maxRows), texts)}\n\n`
      : '\n'
}

async function* proseOf(table: Table): AsyncGenerator<string> {
  let isEmpty = true
  for await (const rows of table.rows()) {
    for (const row of rows) yield section(row)
    if (rows.length > 0) isEmpty = false
  }
  if (isEmpty) yield `${table.empty}\n\n`
}

const section = ([title, text]: Row): string =>
  `### ${escape(textOf(title))}\n\n${fencedBlock(textOf(text))}\n\n`

const line = (cells: string[]): string => `| ${cells.join(' | ')} |\n`
