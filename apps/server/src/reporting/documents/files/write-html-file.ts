import { escapeMarkup as escape } from '@assay/text/markup.ts'
import {
  type Chart,
  type Column,
  cutNote,
  describeChart,
  firstRows,
  shownRows,
  formatCount,
  type ReportDocument,
  type Row,
  type Table,
  textOf,
  vulnerabilitiesIn,
} from '#reporting/documents/document.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'

/** More rows make browsers slow. */
const maxRows = 20_000

/** A self-contained page without scripts, for dark and light screens and for print. */
export async function* writeHtmlFile(document: ReportDocument): AsyncGenerator<string> {
  const { language, title, subject, link, facts, figures, charts, tables, logo } = document
  const texts = documentTextsIn(language)
  yield `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escape(title)}</title><style>${style}</style></head><body><main>`
  if (logo)
    yield `<img class="logo" alt="${escape(texts.logo)}" src="data:image/${typeOf(logo)};base64,${base64(logo)}">`
  yield `<h1>${escape(title)}</h1><p>${escape(subject)}</p>`
  if (link) yield `<p><a href="${escape(link.url)}">${escape(link.title)}</a></p>`
  yield `<nav aria-label="${escape(texts.sections)}"><ul>${tables.map(({ key, title: name }) => `<li><a href="#${key}">${escape(name)}</a></li>`).join('')}</ul></nav>`
  yield `<dl>${facts.map(([label, value]) => `<dt>${escape(label)}</dt><dd>${escape(value)}</dd>`).join('')}</dl>`
  yield `<h2>${escape(texts.summary)}</h2><dl class="figures">${figures.map(({ label, value }) => `<div><dt>${escape(label)}</dt><dd>${escape(value)}</dd></div>`).join('')}</dl>`
  for (const chart of charts) yield chartOf(chart, texts)
  for (const table of tables) {
    yield `<section aria-labelledby="${table.key}"><h2 id="${table.key}">${escape(table.title)}</h2>`
    yield* table.isProse ? proseOf(table) : tableOf(table, texts)
    yield '</section>'
  }
  yield '</main></body></html>'
}

async function* tableOf(table: Table, texts: DocumentTexts): AsyncGenerator<string> {
  const head = table.columns.map(({ title }) => `<th scope="col">${escape(title)}</th>`).join('')
  let [count, isCut] = [0, false]
  for await (const page of firstRows(table, maxRows)) {
    if (count === 0 && page.rows.length > 0)
      yield `<div class="scroll" role="region" tabindex="0" aria-labelledby="${table.key}"><table><thead><tr>${head}</tr></thead><tbody>`
    yield page.rows
      .map(
        (row) =>
          `<tr>${table.columns.map((column, at) => `<td>${cellOf(column, textOf(row[at]))}</td>`).join('')}</tr>`,
      )
      .join('')
    count += page.rows.length
    isCut = page.isCut
  }
  if (count > 0) yield '</tbody></table></div>'
  if (count === 0 || isCut)
    yield `<p>${escape(isCut ? cutNote(shownRows(table, maxRows), texts) : table.empty)}</p>`
}

/** The id of a vulnerability leads to its advisory. */
const cellOf = (column: Column, text: string): string =>
  vulnerabilitiesIn(column, text)
    ?.map(({ text: line, url }) =>
      url === null
        ? escape(line)
        : line.replace(
            /^(\S*)(.*)$/,
            (_, id: string, rest: string) => `<a href="${escape(url)}">${escape(id)}</a>${escape(rest)}`,
          ),
    )
    .join(', ') ?? escape(text)

async function* proseOf(table: Table): AsyncGenerator<string> {
  let isEmpty = true
  for await (const rows of table.rows()) {
    for (const [title, text] of rows as Row[])
      yield `<h3>${escape(textOf(title))}</h3><pre>${escape(textOf(text))}</pre>`
    if (rows.length > 0) isEmpty = false
  }
  if (isEmpty) yield `<p>${escape(table.empty)}</p>`
}

const [barHeight, labelWidth, barWidth] = [22, 130, 360]

function chartOf(chart: Chart, texts: DocumentTexts): string {
  const most = Math.max(1, ...chart.bars.map(({ value }) => value))
  const bars = chart.bars.map(({ label, value, color }, index) => {
    const [y, width] = [index * barHeight, Math.max(value === 0 ? 0 : 2, (barWidth * value) / most)]
    return `<text x="0" y="${y + 14}">${escape(label)}</text>
<rect x="${labelWidth}" y="${y + 3}" width="${width}" height="14" fill="${color}"/>
<text x="${labelWidth + width + 6}" y="${y + 14}">${formatCount(value, texts)}</text>`
  })
  const size = `0 0 ${labelWidth + barWidth + 80} ${Math.max(1, bars.length) * barHeight}`
  return `<h3>${escape(chart.title)}</h3><svg role="img" aria-label="${escape(describeChart(chart))}" viewBox="${size}">${bars.join('')}</svg>`
}

const typeOf = ([first]: Uint8Array) => (first === 0x89 ? 'png' : 'jpeg')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const style = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}
body{margin:0;background:Canvas;color:CanvasText}main{max-width:72rem;margin:auto;padding:1.5rem}
.logo{max-width:12rem;max-height:4rem}h2{margin-top:2.5rem}dt{font-weight:600}dd{margin:0 0 .4rem}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.5rem}.figures dd{font-size:1.4rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid color-mix(in srgb,CanvasText 20%,Canvas);overflow-wrap:anywhere}
pre{white-space:pre-wrap}svg{width:100%;max-width:36rem;height:auto}svg text{fill:CanvasText;font-size:12px}
a:focus-visible,.scroll:focus-visible{outline:2px solid Highlight}
@media print{nav{display:none}thead{display:table-header-group}tr{break-inside:avoid}}`
