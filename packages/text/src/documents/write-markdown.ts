import {
  codeSpan,
  escapeMarkdown as escape,
  fencedBlock,
  markdownAddress,
  markdownLink,
} from '../markdown.ts'
import {
  type Cell,
  type CellPart,
  type DocumentWords,
  firstRows,
  type ReportDocument,
  type Section,
  type Table,
  tableEnd,
  textOf,
} from './document.ts'

interface MarkdownOptions {
  words: DocumentWords
  /** Of the title's heading. */
  level?: number
  /** Rows of a table, for readability or the limit of a comment. */
  maxRows?: number
}

/** GitHub Flavored Markdown: https://github.github.com/gfm/ */
export async function* writeMarkdown(
  document: ReportDocument,
  { words, level = 1, maxRows = 2000 }: MarkdownOptions,
): AsyncGenerator<string> {
  const { title, subject, link, sections } = document
  const heading = (depth: number, text: string) => `${'#'.repeat(level + depth)} ${escape(text)}\n`
  const head = [
    ...(title === '' ? [] : [heading(0, title)]),
    ...(subject === '' ? [] : [`${escape(subject)}\n`]),
    ...(link ? [`${markdownLink(link.title, link.url)}\n`] : []),
  ]
  yield head.join('\n')
  for (const [index, section] of sections.entries()) {
    if (index > 0 || head.length > 0) yield '\n'
    yield* sectionOf(section, { words, maxRows, heading })
  }
}

interface Writing {
  words: DocumentWords
  maxRows: number
  heading: (depth: number, text: string) => string
}

async function* sectionOf(section: Section, writing: Writing): AsyncGenerator<string> {
  const { words, heading } = writing
  switch (section.kind) {
    case 'text':
      yield section.isWarning ? `**${cellOf(section.text)}**\n` : `${cellOf(section.text)}\n`
      break
    case 'facts':
      yield section.facts.map(([label, value]) => `- **${escape(label)}:** ${escape(value)}\n`).join('')
      break
    case 'figures':
      yield `${heading(1, words.summary)}\n${valuesOf(section.figures)}`
      break
    case 'chart':
      yield `${heading(2, section.title)}\n${valuesOf(section.bars)}`
      break
    case 'prose':
    case 'table':
      if (section.title !== '') yield `${heading(1, section.title)}\n`
      if (section.note) yield `${escape(section.note)}\n\n`
      yield* section.kind === 'prose' ? proseOf(section, writing) : tableOf(section, writing)
  }
}

const valuesOf = (values: readonly { label: string; value: string | number }[]): string =>
  `${line(['', ''])}${line(['---', '---:'])}` +
  values.map(({ label, value }) => line([escape(label), escape(String(value))])).join('')

async function* tableOf(table: Table, { words, maxRows: limit }: Writing): AsyncGenerator<string> {
  let [count, cut] = [0, 0]
  for await (const page of firstRows(table, limit)) {
    if (count === 0 && page.rows.length > 0)
      yield `${line(table.columns.map(({ title }) => escape(title)))}${line(table.columns.map(() => '---'))}`
    yield page.rows.map((row) => line(table.columns.map((_, at) => cellOf(row[at] ?? null)))).join('')
    count += page.rows.length
    cut = page.cut
  }
  const end = tableEnd(table, { count, cut, limit, words })
  if (end !== null) yield `${count === 0 ? '' : '\n'}${escape(end)}\n`
}

async function* proseOf(table: Table, { heading }: Writing): AsyncGenerator<string> {
  let count = 0
  for await (const rows of table.rows())
    for (const [title, text] of rows)
      yield `${count++ > 0 ? '\n' : ''}${heading(2, textOf(title))}\n${fencedBlock(textOf(text))}\n`
  if (count === 0) yield `${escape(table.empty)}\n`
}

const cellOf = (cell: Cell): string =>
  cell !== null && typeof cell === 'object' ? cell.map(partOf).join(', ') : escape(textOf(cell))

function partOf({ text, url, isCode, isStrong, rest = '' }: CellPart): string {
  const code = isCode && codeSpan(text)
  const shown = !url
    ? code || escape(text)
    : code
      ? `[${code}](${markdownAddress(url)})`
      : markdownLink(text, url)
  // Escaping removes the space around a text.
  const space = /^\s/.test(rest) ? ' ' : ''
  return `${isStrong ? `**${shown}**` : shown}${space}${escape(rest)}`
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
