import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ecosystems } from './packages/engine/src/ecosystems/ecosystems.ts'

// The walls of ARCHITECTURE.md. A line in an exception list stands with its reason.

const root = import.meta.dirname
const skipped = new Set(['node_modules', 'dist', '.git', 'data', 'fixtures', 'coverage'])

function walk(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (skipped.has(name)) return []
    return statSync(path).isDirectory() ? walk(path) : [path]
  })
}

const paths = walk(root).map((path) => relative(root, path).replaceAll('\\', '/'))
const sources = paths
  .filter((path) => /\.tsx?$/.test(path) && path !== 'architecture.test.ts')
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const isTest = (path: string) => /\.test\.tsx?$|\/testing\/|negative-types|naive-match/.test(path)
const product = sources.filter(({ path }) => !isTest(path))
const inside = (folder: string) => product.filter(({ path }) => path.startsWith(folder))

const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import\()\s*'([^']+)'|^import '([^']+)'/gm)].map(
    (match) => match[1] ?? match[2]!,
  )

/** Files with a line that matches, as 'path: line'. */
const lines = (files: typeof sources, pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

describe('imports run one way', () => {
  const mayImport: Record<string, string[]> = {
    'packages/engine': ['engine'],
    'packages/contract': ['engine', 'contract'],
    'packages/sdk': ['contract', 'sdk'],
    'apps/server': ['engine', 'contract', 'server'],
    'apps/web': ['engine', 'contract', 'sdk', 'web'],
    'apps/cli': ['engine', 'contract', 'sdk', 'cli'],
  }
  test.each(Object.entries(mayImport))('%s imports only %j', (folder, allowed) => {
    const wrong = inside(`${folder}/`).flatMap(({ path, text }) =>
      importsOf(text)
        .filter((name) => {
          if (name.startsWith('@assay/')) return !allowed.includes(name.split('/')[1]!)
          return name.startsWith('.') && !normalize(join(dirname(path), name)).startsWith(folder)
        })
        .map((name) => `${path} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('within web, ui knows no part, page, route or API, and parts know no page', () => {
    const ui = lines(
      inside('apps/web/src/ui/'),
      /from '(?:\.\.\/(?:parts|pages|api|routes|paths)|@tanstack|@assay\/sdk)/,
    )
    const parts = lines(inside('apps/web/src/parts/'), /from '\.\.\/(?:pages|routes)/)
    expect([...ui, ...parts]).toEqual([])
  })
})

describe('the engine is pure', () => {
  test('it reads no files, network, clock, environment and no random numbers', () => {
    const files = inside('packages/engine/src/')
    const impure =
      /from 'node:(?!crypto')|\bDate\.now\(|new Date\(\)|Math\.random|\bprocess\.|\bconsole\.|\bfetch\(|performance\./
    expect(lines(files, impure)).toEqual([])
  })

  test('hashes are made only where advisories get their uuid, without randomness', () => {
    const users = inside('packages/engine/src/').filter(({ text }) => text.includes("'node:crypto'"))
    expect(users.map(({ path }) => path)).toEqual(['packages/engine/src/advisories/clusters.ts'])
  })
})

describe('in the server', () => {
  const server = inside('apps/server/src/')

  test('SQL stands in stores and migrations', () => {
    const isStore = (path: string) => /(?:^|[/-])store\.ts$|\/database\/|\/testing\//.test(path)
    const exceptions = [
      // The adapter that lets the queue's library run its own statements in our transactions.
      'apps/server/src/queue/queue.ts',
      // An advisory lock, so that only one of several first starts makes the account.
      'apps/server/src/accounts/create-first-account.ts',
    ]
    const users = server.filter(
      ({ path, text }) => !isStore(path) && /from 'kysely'|\bsql`|\.selectFrom\(|\.insertInto\(/.test(text),
    )
    expect(users.map(({ path }) => path).sort()).toEqual(exceptions.sort())
  })

  test('what leaves the process leaves through http/egress.ts', () => {
    const clients = /from 'node:(?:http|https|dns|tls)'|\bfetch\(|from '(?:undici|axios|got)'/
    const users = server.filter(({ text }) => clients.test(text)).map(({ path }) => path)
    expect(users).toEqual(['apps/server/src/http/egress.ts'])
  })

  test('settings are read in config.ts, from what main.ts hands over', () => {
    const users = server.filter(({ text }) => /process\.env\b/.test(text)).map(({ path }) => path)
    const exceptions = [
      'apps/server/src/main.ts',
      // The embedded database starts programs, which get an environment without PG… variables.
      ...users.filter((path) => path.includes('/database/embedded/')),
    ]
    expect(users.sort()).toEqual(exceptions.sort())
  })

  test('every feature with routes is in the list of app.ts', () => {
    const app = readFileSync(join(root, 'apps/server/src/app.ts'), 'utf8')
    const folders = server
      .filter(({ path }) => path.endsWith('/routes.ts'))
      .map(({ path }) => path.split('/').at(-2)!)
    expect(folders.filter((folder) => !app.includes(`'./${folder}/routes.ts'`))).toEqual([])
  })
})

describe('ecosystems', () => {
  const folder = 'packages/engine/src/ecosystems/'

  test('the list and the folders agree', () => {
    const folders = new Set(
      paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length).split('/')),
    )
    const names = [...new Set([...folders].filter((parts) => parts.length > 1).map(([name]) => name!))]
    expect(names.toSorted()).toEqual(
      ecosystems.map(({ id }) => (id === 'crates.io' ? 'crates' : id)).toSorted(),
    )
  })

  test('shared code never asks which one it has', () => {
    const shared = product.filter(
      ({ path }) => /^packages\/engine|^apps\/server/.test(path) && !path.startsWith(folder),
    )
    const ids = ecosystems.map(({ id }) => id.replace('.', String.raw`\.`)).join('|')
    expect(lines(shared, new RegExp(String.raw`[=!]== '(?:${ids})'|case '(?:${ids})'`))).toEqual([])
  })
})

describe('house rules', () => {
  test('every group of endpoints is in the contract', () => {
    const contract = readFileSync(join(root, 'packages/contract/src/contract.ts'), 'utf8')
    const groups = inside('packages/contract/src/').flatMap(({ text }) =>
      [...text.matchAll(/export const (\w+) = endpoints\(/g)].map((match) => match[1]!),
    )
    expect(groups.filter((group) => !new RegExp(String.raw`^  ${group},$`, 'm').test(contract))).toEqual([])
  })

  test('no file and no folder has a name that says nothing', () => {
    const banned = /^(?:utils?|helpers?|common|misc|managers?|services?|data|info)(?:\.|$)/
    expect(paths.filter((path) => path.split('/').some((part) => banned.test(part)))).toEqual([])
  })

  test('nothing is exported by default but configuration', () => {
    const files = sources.filter(({ path }) => !path.endsWith('.config.ts'))
    expect(lines(files, /^export default/)).toEqual([])
  })

  test('no test is skipped or left to do', () => {
    expect(lines(sources, /\b(?:it|test|describe)\.(?:skip|todo|only|fails)\b/)).toEqual([])
  })

  test('files that people write stay below 400 lines', () => {
    const long = product.filter(({ path, text }) => !path.includes('.gen.') && text.split('\n').length > 400)
    expect(long.map(({ path }) => path)).toEqual([])
  })

  test('links in documents resolve', () => {
    const broken = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
          .map((match) => normalize(join(dirname(path), match[1]!)).replace(/\/$/, ''))
          .filter((target) => !paths.some((known) => known === target || known.startsWith(`${target}/`)))
          .map((target) => `${path} links to ${target}`),
      )
    expect(broken).toEqual([])
  })
})
