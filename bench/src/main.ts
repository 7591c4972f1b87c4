/**
 * npm run bench -- [name …]: runs the named benchmarks, or all, and prints their tables in Markdown.
 * --model-url, --model and --model-key: the model service of `assistant`; defaults to a scripted one.
 * --compare: with the ratios and figures that were recorded last, in recorded.json.
 * --record: records those of this run there.
 * DATABASE_URL: an external PostgreSQL for benchmarks that need a database.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { parseArgs } from 'node:util'
import { advisoryIndex } from './advisory-index.ts'
import { assistant } from './assistant/assistant.ts'
import type { Bench } from './bench.ts'
import { browser, browserMany, browserReport } from './browser.ts'
import { burst } from './burst.ts'
import { eventBurst } from './event-burst.ts'
import { firstSync } from './first-sync.ts'
import { imports } from './imports.ts'
import { inputCost } from './input-cost.ts'
import { insights } from './insights.ts'
import { knowledge } from './knowledge.ts'
import { largeDocuments } from './large-documents.ts'
import { login } from './login.ts'
import { match } from './match.ts'
import { metrics } from './metrics.ts'
import { offline } from './offline.ts'
import { growth } from './growth.ts'
import { groupsOfPortfolio } from './groups.ts'
import { triage } from './triage.ts'
import { portfolio } from './portfolio.ts'
import { queuedRescans } from './queued-rescans.ts'
import { rescan } from './rescan.ts'
import { scan } from './scan.ts'
import { start } from './start.ts'
import { type Recorded, recordedOf, tableOf } from './table.ts'
import { storage } from './storage.ts'
import { upload } from './upload.ts'

const benches: Record<string, Bench> = {
  upload,
  storage,
  burst,
  'event-burst': eventBurst,
  'queued-rescans': queuedRescans,
  imports,
  rescan,
  'first-sync': firstSync,
  knowledge,
  metrics,
  portfolio,
  groups: groupsOfPortfolio,
  growth,
  triage,
  login,
  index: advisoryIndex,
  match,
  scan,
  insights,
  'input-cost': inputCost,
  'large-documents': largeDocuments,
  offline,
  start,
  browser,
  'browser-many': browserMany,
  'browser-report': browserReport,
  assistant,
}

const option = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const { positionals: requested, values } = parseArgs({
  allowPositionals: true,
  options: { 'model-url': option, model: option, 'model-key': option, compare: flag, record: flag },
})
const options = {
  modelUrl: values['model-url'],
  model: values.model,
  modelKey: values['model-key'],
}
const unknown = requested.filter((name) => !(name in benches))
if (unknown.length > 0) {
  process.stderr.write(
    `No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}\n`,
  )
  process.exit(2)
}
const gib = (os.totalmem() / 2 ** 30).toFixed(0)
const where = [`Node ${process.versions.node}`, `${os.platform()} ${os.arch()}`]
print(`${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${gib} GiB, ${where.join(', ')}`)
const recordFile = new URL('../recorded.json', import.meta.url)
const recorded = JSON.parse(readFileSync(recordFile, 'utf8')) as Record<string, Recorded>
for (const name of requested.length > 0 ? requested : Object.keys(benches)) {
  const { title, heads, run } = benches[name]!
  print(`\n## ${name}\n\n${title}\n`)
  const rows = await run(options)
  print(tableOf(rows, { heads, last: values.compare ? (recorded[name] ?? {}) : undefined }))
  if (!values.record) continue
  recorded[name] = recordedOf(rows)
  writeFileSync(recordFile, `${JSON.stringify(recorded, null, 2)}\n`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
