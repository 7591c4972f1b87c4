import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ecosystems } from './packages/engine/src/ecosystems/ecosystems.ts'

// The walls of ARCHITECTURE.md. A line in an exception list stands with its reason.

const root = import.meta.dirname
const skipped = new Set(['node_modules', 'dist', '.git', 'fixtures', 'coverage'])

/** All files below, but not the product's own data folder. */
function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (skipped.has(entry.name) || path === join(root, 'data')) return []
    return entry.isDirectory() ? walk(path) : [path]
  })
}

const paths = walk(root).map((path) => relative(root, path).replaceAll('\\', '/'))
const sources = paths
  .filter((path) => /\.tsx?$/.test(path) && path !== 'architecture.test.ts')
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
type Sources = typeof sources

const isTest = (path: string) =>
  /\.test\.tsx?$|\/testing\/|test-cluster|negative-types|naive-match/.test(path)
const product = sources.filter(({ path }) => !isTest(path))
const below = (folder: string, files: Sources) => files.filter(({ path }) => path.startsWith(`${folder}/`))
const inside = (folder: string) => below(folder, product)

/** What a file imports: packages by name, files of its own package by their path in the repository. */
const importsOf = ({ path, text }: Sources[number]) =>
  [...text.matchAll(/(?:^(?:import|export|\})[^'\n]*\bfrom|\bimport\()\s*'([^']+)'|^import '([^']+)'/gm)]
    .map((match) => match[1] ?? match[2]!)
    .map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name))

const wrongImports = (files: Sources, isWrong: (name: string, path: string) => boolean) =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((name) => isWrong(name, file.path))
      .map((name) => `${file.path} imports ${name}`),
  )

/** Lines that match outside of comments, as 'path: line'. */
const lines = (files: Sources, pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

/** Files with such lines. */
const users = (files: Sources, pattern: RegExp) => [
  ...new Set(lines(files, pattern).map((line) => line.split(': ', 1)[0]!)),
]

describe('imports run one way, so that each part can be read and tested without those above it', () => {
  const mayImport: Record<string, string[]> = {
    'packages/engine': [],
    'packages/contract': ['engine'],
    'packages/sdk': ['contract'],
    'packages/osv': [],
    'apps/server': ['engine', 'contract', 'osv'],
    'apps/web': ['engine', 'contract', 'sdk'],
    'apps/cli': ['engine', 'contract', 'sdk', 'osv'],
  }
  test.each(Object.entries(mayImport))('%s imports of ours only %j', (folder, allowed) => {
    const isWrong = (name: string, path: string) => {
      // The server's tests call it as its users do.
      if (folder === 'apps/server' && isTest(path) && name.startsWith('@assay/sdk/')) return false
      if (name.startsWith('@assay/')) return !allowed.includes(name.split('/')[1]!)
      return /^(?:\.\.|packages|apps|e2e|bench|scripts)\//.test(name) && !name.startsWith(`${folder}/`)
    }
    expect(wrongImports(below(folder, sources), isWrong)).toEqual([])
  })

  test.each(['packages/engine', 'packages/contract', 'packages/sdk'])(
    '%s builds on no framework, database or page library',
    (folder) => {
      // What turns bytes into values has no state and no reach.
      const parsers = folder === 'packages/engine' ? ['saxes', 'js-yaml', 'smol-toml'] : ['zod']
      const isWrong = (name: string) =>
        !/^(?:node:|@assay\/|packages\/)/.test(name) && !parsers.includes(name)
      expect(wrongImports(inside(folder), isWrong)).toEqual([])
    },
  )

  const rings: Record<string, RegExp> = {
    // What is drawn, and nothing about what it is for.
    ui: /^apps\/web\/src\/(?!ui\/|texts\.ts$)|^@tanstack\/|^@assay\/(?:sdk|contract)\//,
    parts: /^apps\/web\/src\/(?:pages\/|routes)/,
    api: /^apps\/web\/src\/(?:pages\/|parts\/|routes)/,
  }
  test.each(Object.entries(rings))('web/%s knows nothing of the rings around it', (ring, outer) => {
    const files = below(`apps/web/src/${ring}`, sources)
    expect(files).not.toEqual([])
    expect(wrongImports(files, (name) => outer.test(name))).toEqual([])
  })

  test('a page knows no other page, and its model neither React nor the API', () => {
    const pages = below('apps/web/src/pages', sources)
    const areaOf = (path: string) => /^apps\/web\/src\/pages\/(\w+)\//.exec(path)?.[1]
    const other = wrongImports(
      pages,
      (name, path) => areaOf(name) !== undefined && areaOf(name) !== areaOf(path),
    )
    const models = pages.filter(({ path }) => path.endsWith('/model.ts'))
    expect(models).not.toEqual([])
    expect([
      ...other,
      ...wrongImports(models, (name) => /^react|^@tanstack|\/api\/|\.tsx$/.test(name)),
    ]).toEqual([])
  })
})

describe('the engine and the contract are pure, so that the same input gives the same result', () => {
  const pure = [...inside('packages/engine'), ...inside('packages/contract')]

  test('they read no files, network, environment and clock, and no random numbers', () => {
    const impure =
      /'node:(?!crypto')|\bDate\.now\b|new Date\(\)|\bMath\.random|\brandom(?:UUID|Bytes|Int)\b|getRandomValues|\bprocess\.|\bconsole\.|\bfetch\(|\bperformance\.|\bset(?:Timeout|Interval|Immediate)\(/
    expect(lines(pure, impure)).toEqual([])
  })

  test('Node is needed for hashes and for sizes in bytes alone', () => {
    expect(users(pure, /'node:crypto'|\bBuffer\./).toSorted()).toEqual([
      // The uuid of an advisory is a hash of its aliases.
      'packages/engine/src/advisories/clusters.ts',
      // Texts are found in the index by their place in bytes.
      'packages/engine/src/advisories/index-writer.ts',
    ])
  })
})

describe('in the server', () => {
  const server = inside('apps/server/src')

  test('SQL stands in stores and migrations, so that each table has one owner', () => {
    const isStore = (path: string) =>
      /\/(?:[\w-]+-)?store\.ts$|^apps\/server\/src\/database\/(?:migrations\/|[\w-]+(?:\.gen)?\.ts$)/.test(
        path,
      )
    const rest = server.filter(({ path }) => !isStore(path))
    const statement = /from 'kysely'|\bsql`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
    expect(users(rest, statement)).toEqual([
      // The adapter that lets the queue's library run its own statements in our transactions.
      'apps/server/src/queue/queue.ts',
    ])
  })

  test('what leaves the process leaves through http/egress.ts, which knows what to refuse', () => {
    const client = /'(?:node:)?(?:http|https|http2|dns|tls|dgram)'|\bfetch\(|'(?:undici|axios|got)'/
    expect(users(server, client)).toEqual(['apps/server/src/http/egress.ts'])
  })

  test('settings are read in config.ts, from what main.ts hands over', () => {
    expect(users(server, /\bprocess\.env\b/).toSorted()).toEqual([
      // The embedded database's programs get an environment without PG… variables.
      'apps/server/src/database/embedded/run-program.ts',
      'apps/server/src/main.ts',
    ])
  })

  test('every feature with routes is in the list of app.ts, which is the map', () => {
    const app = readFileSync(join(root, 'apps/server/src/app.ts'), 'utf8')
    const list = /const features[^=]*=> void\)\[\] = \[([^\]]+)\]/.exec(app)?.[1] ?? ''
    const features = server
      .filter(({ path }) => path.endsWith('/routes.ts'))
      .flatMap(({ text }) => [...text.matchAll(/^export (?:const|function) (\w+Routes)\b/gm)])
      .map((match) => match[1]!)
    expect(features.toSorted()).toEqual([...list.matchAll(/\w+/g)].map(([name]) => name).toSorted())
  })
})

describe('outside of the server', () => {
  test('calls are made by the sdk; web and cli only wrap its fetch', () => {
    const rest = [...inside('packages/sdk'), ...inside('apps/web'), ...inside('apps/cli')]
    expect(
      users(rest, /\bfetch\(|globalThis\.fetch|'node:https?'|XMLHttpRequest|'undici'/).toSorted(),
    ).toEqual([
      // A refused connection becomes a sentence.
      'apps/cli/src/api.ts',
      // The archives of a mirror, without a server.
      'apps/cli/src/offline/download.ts',
      // An expired access token is renewed and the call repeated.
      'apps/web/src/api/first-api.ts',
      'packages/sdk/src/create-client.ts',
    ])
  })

  test('the command line reads its environment in settings.ts, from what main.js hands over', () => {
    const rest = [...inside('packages'), ...inside('apps/web'), ...inside('apps/cli')]
    expect(users(rest, /\bprocess\.env\b/)).toEqual([])
  })
})

describe('ecosystems', () => {
  const folder = 'packages/engine/src/ecosystems'

  test('each folder is in the list, and each of the list has its folder', () => {
    const folders = below(folder, sources).flatMap(
      ({ path }) => /ecosystems\/([\w-]+)\//.exec(path)?.[1] ?? [],
    )
    const list = sources.find(({ path }) => path === `${folder}/ecosystems.ts`)!
    const listed = importsOf(list).flatMap((name) => /ecosystems\/([\w-]+)\/index\.ts$/.exec(name)?.[1] ?? [])
    expect(listed.toSorted()).toEqual([...new Set(folders)].toSorted())
    expect(ecosystems.map(({ id }) => id)).toHaveLength(listed.length)
  })

  test('shared code never asks which one it has; a difference is a member of the interface', () => {
    const shared = [...inside('packages/engine/src'), ...inside('apps/server/src')].filter(
      ({ path }) => !path.startsWith(`${folder}/`),
    )
    const names = new Set(
      ecosystems.flatMap(({ id, name, purlType, osvName }) => [id, name, purlType, osvName]),
    )
    const name = `'(?:${[...names].map((each) => RegExp.escape(each)).join('|')})'`
    // 'hex' is an encoding too.
    const list = String.raw`(?<!digest|toString)\((?:${name}(?:, )?)+\)`
    const question = String.raw`[=!]==? ${name}|${name} [=!]==?|case ${name}|${list}|\[${name}\]`
    expect(users(shared, new RegExp(question))).toEqual([])
  })
})

describe('house rules', () => {
  test('every group of endpoints is in the contract, or it would be served by nobody', () => {
    const contract = readFileSync(join(root, 'packages/contract/src/contract.ts'), 'utf8')
    const list = /export const contract = \{([^}]+)\}/.exec(contract)?.[1] ?? ''
    const groups = inside('packages/contract/src').flatMap(({ text }) =>
      [...text.matchAll(/^export const (\w+) = endpoints\(/gm)].map((match) => match[1]!),
    )
    expect(groups.toSorted()).toEqual([...list.matchAll(/\w+/g)].map(([name]) => name).toSorted())
  })

  test('no file and no folder has a name that says nothing', () => {
    const banned = /^(?:utils?|helpers?|common|misc|managers?|services?|data|info)(?:[.-]|$)/
    expect(paths.filter((path) => path.split('/').some((part) => banned.test(part)))).toEqual([])
  })

  test('nothing but configuration is exported by default, so that each thing has one name', () => {
    const files = sources.filter(({ path }) => !path.endsWith('.config.ts'))
    expect(lines(files, /^export default|\bas default\b/)).toEqual([])
  })

  test('no test is skipped or left to do', () => {
    const tests = sources.filter(({ path }) => isTest(path))
    expect(lines(tests, /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|skipIf|todo|only|fails)\b/)).toEqual(
      [],
    )
    expect(lines(tests, /\bx(?:it|describe|test)\(|\bskip\(/)).toEqual([])
    expect(users(tests, /\.runIf\(/).toSorted()).toEqual([
      // Roots give files to other users; the others cannot.
      'apps/server/src/database/embedded/binaries.test.ts',
      'apps/server/src/database/embedded/embedded.test.ts',
    ])
  })

  test('links in documents resolve', () => {
    const documents = paths.filter((path) => path.endsWith('.md'))
    const linksOf = (path: string) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
        (match) => normalize(join(dirname(path), match[1]!)).replace(/\/$/, ''),
      )
    const broken = documents.flatMap((path) =>
      linksOf(path)
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${path} links to ${target}`),
    )
    expect(broken).toEqual([])
  })
})
