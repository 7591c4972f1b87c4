import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const server = 'apps/server/src'
/** The module that tests get their database from. */
const source = join(root, server, 'testing/fresh-database.ts')

/** Without type imports. Files started as threads or processes count as imported. */
const imports =
  /(?:^|\n)(?:import|export)\s+(?!type\b)(?:[^'"]*?\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)|new URL\('([^']+\.ts)'/g

/** Paths of the server's tests that import a database, directly or indirectly. */
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
