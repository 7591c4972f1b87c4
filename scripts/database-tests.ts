import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const server = 'apps/server/src'
/** The module that tests get their database from. */
const source = join(root, server, 'testing/fresh-database.ts')

/** Without type imports. Files started as threads or processes count as imported. */
const imports =
  /(?:^|\n)(?:import|export)\s+(?!type\b)(?:[^'"]*?\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)|new URL\('([^']+\.ts)'/g

/** Paths of the server's tests that run statements: they import a database, directly or indirectly. */
export function databaseTests(): string[] {
  const known = new Map<string, string[]>()
  const usesDatabase = (test: string): boolean => {
    const found = new Set([test])
    for (const path of found) {
      if (!known.has(path)) known.set(path, importedBy(path))
      for (const next of known.get(path)!) found.add(next)
    }
    return found.has(source)
  }
  return globSync(`${server}/**/*.test.ts`, { cwd: root }).filter((path) => usesDatabase(join(root, path)))
}

const importedBy = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(imports)]
    .map(([, from, dynamic, started]) => from ?? dynamic ?? started!)
    .map((name) => (name.startsWith('#') ? join(root, server, name.slice(1)) : resolve(dirname(path), name)))
    .filter((name) => name.endsWith('.ts') && existsSync(name))

/** Records written by apps/server/src/testing/record-statements.ts. */
export interface StatementRecord {
  path: string
  ms: number
  /** Places in the code that sent its statements. */
  statements: string[]
}

/** Tests of concurrent or repeated statements: locks, migrations, lost connections, growth. */
const always =
  /\/platform\/(database|queue)\/|\/([\w-]*concurrency|lost-updates[\w-]*|lock-order|sql-growth|contract-atomicity)\.test\.ts$/

/** A small set of tests that covers all recorded places, cheapest first, plus all tests without a record. */
export function withEveryStatement(tests: string[], records: StatementRecord[]): string[] {
  const recorded = new Map(records.map((record) => [record.path, record]))
  const chosen = tests.filter((path) => always.test(path) || !recorded.has(path))
  const covered = new Set(chosen.flatMap((path) => recorded.get(path)?.statements ?? []))
  const gain = ({ statements, ms }: StatementRecord) =>
    statements.filter((each) => !covered.has(each)).length / Math.max(ms, 1)
  let left = tests.filter((path) => !chosen.includes(path)).map((path) => recorded.get(path)!)
  for (;;) {
    left = left.filter((record) => gain(record) > 0)
    if (left.length === 0) return chosen
    const best = left.reduce((most, each) => (gain(each) > gain(most) ? each : most))
    chosen.push(best.path)
    for (const statement of best.statements) covered.add(statement)
  }
}

/** Of the last run of each test that has not changed since. */
export const readStatementRecords = (): StatementRecord[] =>
  globSync('node_modules/.cache/statements/*.json', { cwd: root })
    .map((name) => join(root, name))
    .flatMap((name) => {
      const record = JSON.parse(readFileSync(name, 'utf8')) as StatementRecord
      const isCurrent = existsSync(record.path) && statSync(record.path).mtimeMs < statSync(name).mtimeMs
      return isCurrent ? [record] : []
    })
