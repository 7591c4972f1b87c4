import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const server = 'apps/server/src'
/** The module that tests get their database from. */
const source = join(root, server, 'testing/fresh-database.ts')

/**
 * They start a server, but check what it rejects, mostly before a statement. Every endpoint runs on either PostgreSQL in
 * sql-growth.test.ts, contract-events.test.ts and contract-concurrency.test.ts.
 */
export const beforeStatements = ['contract-errors', 'contract-input', 'contract-validation'].map(
  (name) => `${server}/${name}.test.ts`,
)

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
    return found.has(source) && !beforeStatements.includes(test.slice(root.length + 1))
  }
  return globSync(`${server}/**/*.test.ts`, { cwd: root }).filter((path) => usesDatabase(join(root, path)))
}

const importedBy = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(imports)]
    .map(([, from, dynamic, started]) => from ?? dynamic ?? started!)
    .map((name) => (name.startsWith('#') ? join(root, server, name.slice(1)) : resolve(dirname(path), name)))
    .filter((name) => name.endsWith('.ts') && existsSync(name))
