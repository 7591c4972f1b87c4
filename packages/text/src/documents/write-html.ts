import { escapeMarkup as escape } from '../markup.ts'
import {
  type Cell,
  type CellPart,
  type Chart,
  describeChart,
  type DocumentWords,
  firstRows,
  formatCount,
  partText,
  type ReportDocument,
  type Section,
  type Table,
  tableEnd,
  tablesIn,
  textOf,
} from './document.ts'

/** More rows make browsers slow. */
const maxRows = 20_000

/** A self-contained page without scripts, for dark and light screens and for print. */
export async function* writeHtml(document: ReportDocument, words: DocumentWords): AsyncGenerator<string> {
  const { language, title, subject, link, logo, sections } = document
  yield `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escape(title)}</title><style>${style}</style></head><body><main>`
  if (logo)
    yield `<img class="logo" alt="${escape(words.logo)}" src="data:image/${typeOf(logo)};base64,${base64(logo)}">`
  yield `<h1>${escape(title)}</h1><p>${escape(subject)}</p>`
  if (link) yield `<p>${linkTo(link.url, escape(link.title))}</p>`
  yield contentsOf(document, words)
  for (const section of sections) yield* sectionOf(section, words)
  yield '</main></body></html>'
}

function contentsOf(document: ReportDocument, { sections }: DocumentWords): string {
  const titled = tablesIn(document).filter(({ title }) => title !== '')
  if (titled.length < 2) return ''
  const items = titled.map(({ key, title }) => `<li><a href="#${key}">${escape(title)}</a></li>`)
  return `<nav aria-label="${escape(sections)}"><ul>${items.join('')}</ul></nav>`
}

async function* sectionOf(section: Section, words: DocumentWords): AsyncGenerator<string> {
  switch (section.kind) {
    case 'text': {
      const text = cellOf(section.text)
      yield section.isWarning ? `<p><strong>${text}</strong></p>` : `<p>${text}</p>`
      break
    }
    case 'facts':
      yield `<dl>${section.facts.map(([label, value]) => `<dt>${escape(label)}</dt><dd>${escape(value)}</dd>`).join('')}</dl>`
      break
    case 'figures':
      yield `<h2>${escape(words.summary)}</h2><dl class="figures">${section.figures.map(({ label, value }) => `<div><dt>${escape(label)}</dt><dd>${escape(value)}</dd></div>`).join('')}</dl>`
      break
    case 'chart':
      yield chartOf(section, words)
      break
    case 'prose':
    case 'table': {
      const { key, title, note } = section
      yield title === ''
        ? '<section>'
        : `<section aria-labelledby="${key}"><h2 id="${key}">${escape(title)}</h2>`
      if (note) yield `<p>${escape(note)}</p>`
      yield* section.kind === 'prose' ? proseOf(section) : tableOf(section, words)
      yield '</section>'
    }
  }
}

async function* tableOf(table: Table, words: DocumentWords): AsyncGenerator<string> {
  const { key, title, columns } = table
  const region = title === '' ? '' : ` role="region" aria-labelledby="${key}"`
  const head = columns.map((column) => `<th scope="col">${escape(column.title)}</th>`).join('')
  let [count, cut] = [0, 0]
  for await (const page of firstRows(table, maxRows)) {
    if (count === 0 && page.rows.length > 0)
      yield `<div class="scroll" tabindex="0"${region}><table><thead><tr>${head}</tr></thead><tbody>`
    yield page.rows
      .map((row) => `<tr>${columns.map((_, at) => `<td>${cellOf(row[at] ?? null)}</td>`).join('')}</tr>\n`)
      .join('')
    count += page.rows.length
    cut = page.cut
  }
  if (count > 0) yield '</tbody></table></div>'
  const end = tableEnd(table, { count, cut, limit: maxRows, words })
  if (end !== null) yield `<p>${escape(end)}</p>`
}

async function* proseOf(table: Table): AsyncGenerator<string> {
  let count = 0
  for await (const rows of table.rows()) {
    for (const [title, text] of rows)
      yield `<h3>${escape(textOf(title))}</h3><pre>${escape(textOf(text))}</pre>`
    count += rows.length
  }
  if (count === 0) yield `<p>${escape(table.empty)}</p>`
}

const cellOf = (cell: Cell): string =>
  cell !== null && typeof cell === 'object' ? cell.map(partOf).join(', ') : escape(textOf(cell))

function partOf(part: CellPart): string {
  const { text, url, isCode, isStrong, rest = '' } = part
  if (!url && !isCode && !isStrong) return escape(partText(part))
  const named = isCode ? `<code>${escape(text)}</code>` : escape(text)
  const shown = url ? linkTo(url, named) : named
  return `${isStrong ? `<strong>${shown}</strong>` : shown}${escape(rest)}`
}

/** Addresses of other kinds, such as scripts, lead nowhere. */
const linkTo = (url: string, markup: string): string =>
  /^https?:\/\//.test(url) ? `<a href="${escape(url)}">${markup}</a>` : markup

const [barHeight, labelWidth, barWidth] = [22, 130, 360]

function chartOf(chart: Chart, words: DocumentWords): string {
  const most = Math.max(1, ...chart.bars.map(({ value }) => value))
  const bars = chart.bars.map(({ label, value, color }, index) => {
    const [y, width] = [index * barHeight, Math.max(value === 0 ? 0 : 2, (barWidth * value) / most)]
    return `<text x="0" y="${y + 14}">${escape(label)}</text>
<rect x="${labelWidth}" y="${y + 3}" width="${width}" height="14" fill="${color}"/>
<text x="${labelWidth + width + 6}" y="${y + 14}">${formatCount(value, words)}</text>`
  })
  const size = `0 0 ${labelWidth + barWidth + 80} ${Math.max(1, bars.length) * barHeight}`
  return `<h3>${escape(chart.title)}</h3><svg role="img" aria-label="${escape(describeChart(chart))}" viewBox="${size}">${bars.join('')}</svg>`
}

const typeOf = ([first]: Uint8Array) => (first === 0x89 ? 'png' : 'jpeg')
const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

const style = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}
body{margin:0;background:Canvas;color:CanvasText}main{max-width:72rem;margin:auto;padding:1.5rem}
.logo{max-width:12rem;max-height:4rem}h2{margin-top:2.5rem}dt{font-weight:600}dd{margin:0 0 .4rem}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.5rem}.figures dd{font-size:1.4rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid color-mix(in srgb,CanvasText 20%,Canvas);overflow-wrap:anywhere}
pre{white-space:pre-wrap}svg{width:100%;max-width:36rem;height:auto}svg text{fill:CanvasText;font-size:12px}
a:focus-visible,.scroll:focus-visible{outline:2px solid Highlight}
@media print{nav{display:none}thead{display:table-header-group}tr{break-inside:avoid}}`
