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
  /**
   * What it sent: the source location (file and line), and the statement's shape. The location may be that of a caller,
   * so it counts as covered by tests that sent a statement of the same shape from elsewhere.
   */
  statements: { place: string; shape: string }[]
}

/** Tests of concurrent or repeated statements: locks, migrations, lost connections, growth. */
const always =
  /\/platform\/(database|queue)\/|\/([\w-]*concurrency|lost-updates[\w-]*|lock-order|sql-growth|contract-atomicity)\.test\.ts$/

/** A small set of tests that covers all recorded source locations, cheapest first, plus all tests without a record. */
export function withEveryStatement(tests: string[], records: StatementRecord[]): string[] {
  const coverage = new Map(coverageOf(records).map((each) => [each.path, each]))
  const chosen = tests.filter((path) => always.test(path) || !coverage.has(path))
  const covered = new Set(chosen.flatMap((path) => [...(coverage.get(path)?.locations ?? [])]))
  const gain = ({ locations, ms }: Coverage) =>
    [...locations].filter((location) => !covered.has(location)).length / Math.max(ms, 1)
  let left = tests.filter((path) => !chosen.includes(path)).map((path) => coverage.get(path)!)
  const added: Coverage[] = []
  for (;;) {
    left = left.filter((each) => gain(each) > 0)
    if (left.length === 0) return [...chosen, ...withoutRedundant(added, chosen, coverage)]
    const best = left.reduce((most, each) => (gain(each) > gain(most) ? each : most))
    added.push(best)
    for (const location of best.locations) covered.add(location)
  }
}

interface Coverage {
  path: string
  ms: number
  locations: ReadonlySet<string>
}

function coverageOf(records: StatementRecord[]): Coverage[] {
  const locationsByShape = new Map<string, Set<string>>()
  for (const { place, shape } of records.flatMap(({ statements }) => statements))
    locationsByShape.set(shape, (locationsByShape.get(shape) ?? new Set()).add(place))
  return records.map(({ path, ms, statements }) => {
    const locations = new Set(statements.flatMap(({ shape }) => [...locationsByShape.get(shape)!]))
    return { path, ms, locations }
  })
}

/** Removes tests whose source locations the others cover together, the most expensive first. */
function withoutRedundant(
  added: readonly Coverage[],
  chosen: readonly string[],
  coverage: ReadonlyMap<string, Coverage>,
): string[] {
  const counts = new Map<string, number>()
  const count = ({ locations }: Coverage, by: number) => {
    for (const location of locations) counts.set(location, (counts.get(location) ?? 0) + by)
  }
  for (const each of [...added, ...chosen.flatMap((path) => coverage.get(path) ?? [])]) count(each, 1)
  const isNeeded = (each: Coverage) => {
    if ([...each.locations].some((location) => counts.get(location) === 1)) return true
    count(each, -1)
    return false
  }
  return added
    .toSorted((a, b) => b.ms - a.ms)
    .filter(isNeeded)
    .map(({ path }) => path)
}

/** Records of the last run of each test that has not changed since. */
export const readStatementRecords = (): StatementRecord[] =>
  globSync('node_modules/.cache/statements/*.json', { cwd: root })
    .map((name) => join(root, name))
    .flatMap((name) => {
      const record = JSON.parse(readFileSync(name, 'utf8')) as StatementRecord
      const isCurrent = existsSync(record.path) && statSync(record.path).mtimeMs < statSync(name).mtimeMs
      return isCurrent ? [record] : []
    })
