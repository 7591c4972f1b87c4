import { describe, expect, test } from 'vitest'
import { type DocumentWords, type ReportDocument, type Row, rowsOf, wholeText } from './document.ts'
import { writeDocumentCsv } from './write-csv.ts'
import { writeHtml } from './write-html.ts'
import { writeDocumentJson } from './write-json.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeText } from './write-text.ts'

const words: DocumentWords = {
  locale: 'en-US',
  summary: 'Summary',
  sections: 'Sections',
  logo: 'Logo',
  cut: (shown, rest) => `Only ${shown} shown, ${rest} not.`,
}

const hostile = '</td><script>|`*[x](javascript:1)'

const table = (key: string, columns: string[], rows: readonly Row[]) =>
  ({
    kind: 'table',
    key,
    title: key.toUpperCase(),
    empty: `No ${key}.`,
    columns: columns.map((column) => ({ key: column, title: column, width: 1 })),
    rows: rowsOf(rows),
  }) as const

const document: ReportDocument = {
  language: 'en',
  title: 'Report',
  subject: 'of everything',
  createdAt: new Date(0),
  link: { title: 'Page', url: 'https://assay.example.org/x' },
  logo: null,
  sections: [
    { kind: 'facts', facts: [['Branch', 'main']] },
    { kind: 'text', text: '3 of 4 checked.' },
    { kind: 'text', text: 'One was not.', isWarning: true },
    { kind: 'figures', figures: [{ label: 'Open', value: '3' }] },
    { kind: 'chart', title: 'By severity', bars: [{ label: 'High', value: 1234, color: '#ff0000' }] },
    table(
      'findings',
      ['id', 'count'],
      [
        [[{ text: 'CVE-1', url: 'https://nvd.example.org/CVE-1', rest: ' high' }, { text: 'own' }], 2],
        [hostile, null],
      ],
    ),
    table('fixes', ['fixed', 'count'], []),
    { ...table('texts', ['name', 'text'], [['MIT', 'Permission ```is``` granted']]), kind: 'prose' },
  ],
}

test('Markdown has the sections in their order, links, and escaped cells', async () => {
  expect(await wholeText(writeMarkdown(document, { words }))).toBe(`# Report

of everything

[Page](https://assay.example.org/x)

- **Branch:** main

3 of 4 checked.

**One was not.**

## Summary

|  |  |
| --- | ---: |
| Open | 3 |

### By severity

|  |  |
| --- | ---: |
| High | 1234 |

## FINDINGS

| id | count |
| --- | --- |
| [CVE-1](https://nvd.example.org/CVE-1) high, own | 2 |
| \\</td\\>\\<script\\>\\|\\\`\\*\\[x\\](javascript:1) |  |

## FIXES

No fixes.

## TEXTS

### MIT

\`\`\`\`text
Permission \`\`\`is\`\`\` granted
\`\`\`\`
`)
})

test('text for a terminal has aligned columns between blank lines, texts, and the link last', async () => {
  const sections = document.sections.filter((section) => !('key' in section && section.key === 'texts'))
  expect(await wholeText(writeText({ ...document, sections }, words))).toBe(`
Branch  main

3 of 4 checked.
One was not.

Open  3

High  1234

id                                 count
CVE-1 high, own                    2
${hostile}

No fixes.

Page: https://assay.example.org/x
`)
  const escape = { sections: [table('codes', [''], [['\u001b[31m']])] }
  expect(await wholeText(writeText(escape, words))).toBe('\n\uFFFD[31m\n')
})

test('CSV has the rows of all tables, with the columns of all', async () => {
  const two = { ...document, sections: [...document.sections, table('more', ['count'], [[7]])] }
  expect(await wholeText(writeDocumentCsv(two))).toBe(
    ['list,id,count,fixed', 'findings,"CVE-1 high, own",2,', `findings,${hostile},,`, 'more,,7,', ''].join(
      '\r\n',
    ),
  )
})

test('JSON has the summary, and each table as a list of objects', async () => {
  expect(JSON.parse(await wholeText(writeDocumentJson(document)))).toEqual({
    title: 'Report',
    subject: 'of everything',
    createdAt: '1970-01-01T00:00:00.000Z',
    url: 'https://assay.example.org/x',
    facts: { Branch: 'main' },
    summary: { Open: '3' },
    charts: [{ title: 'By severity', values: { High: 1234 } }],
    findings: [
      { id: 'CVE-1 high, own', count: 2 },
      { id: hostile, count: null },
    ],
    fixes: [],
    texts: [{ name: 'MIT', text: 'Permission ```is``` granted' }],
  })
})

describe('HTML', () => {
  test('has a landmark per table, what is missing in strong letters, and no markup of cells', async () => {
    const page = await wholeText(writeHtml(document, words))
    expect(page).toContain('<section aria-labelledby="findings"><h2 id="findings">FINDINGS</h2>')
    expect(page).toContain('<strong>One was not.</strong>')
    expect(page).toContain('<a href="https://nvd.example.org/CVE-1">CVE-1</a> high, own')
    expect(page).toContain('aria-label="By severity: High 1234"')
    expect(page).not.toContain('<script>')
  })

  test('links only to pages', async () => {
    const link = { text: 'x', url: 'javascript:alert(1)' }
    const sections = [table('links', ['x'], [[[link]]])]
    expect(await wholeText(writeHtml({ ...document, sections }, words))).not.toContain('javascript:')
  })
})

test('a table that is cut says so, with the number of rows that are left out', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => [at])
  const sections = [{ ...table('numbers', ['n'], rows), maxRows: 3 }]
  for (const write of [writeMarkdown(document, { words }), writeHtml(document, words)])
    expect(await wholeText(write)).not.toContain('shown')
  const cut = { ...document, sections }
  for (const write of [writeMarkdown(cut, { words }), writeHtml(cut, words), writeText(cut, words)])
    expect(await wholeText(write)).toContain('Only 3 shown, 2 not.')
  const own = { ...cut, sections: [{ ...sections[0]!, cut: (rest: number) => `${rest} left.` }] }
  expect(await wholeText(writeText(own, words))).toContain('\n2 left.\n')
})
