import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runProgram } from './program.ts'
import { type FakeServer, startFakeServer } from './testing/fake-server.ts'

// Every command of `assay` in a fenced block of the documents runs here on the input that it names; other commands that
// take input name the test that runs them.

const root = join(import.meta.dirname, '../../..')

function documentsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return documentsIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/** Lines of fenced blocks, without comments: those of assay, assay-server, and of npm run and curl with arguments. */
function commandsOf(path: string): string[] {
  const blocks = readFileSync(path, 'utf8').matchAll(/^ *```[^\n]*\n(.*?)^ *```/gms)
  return [...blocks]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/ {2,}.*$| +# .*$/, '').trim())
    .map((line) => line.trim().replace(/^npm run --silent assay -- /, 'assay '))
    .filter((line) =>
      /^assay |^(?:\w+=\S+ )*(?:\S*\/)?assay-server\b|^(?:\w+=\S+ )?npm run [\w-]+ -- |^curl /.test(line),
    )
}

const documents = [
  join(root, 'README.md'),
  ...documentsIn(join(root, 'docs')),
  ...documentsIn(join(root, 'apps/web/src/pages/docs/guide')),
]
const commands = [
  ...new Set(documents.flatMap((path) => commandsOf(path).map((line) => `${relative(root, path)}: ${line}`))),
].map((line) => line.slice(line.indexOf(': ') + 2))

/** Where a command is run that needs more than the command line: a server, a scanner, or data that is not ours. */
const elsewhere: readonly [command: RegExp, test: string][] = [
  [/^curl .*\/api\/v1\/cli\/assay\.cjs/, 'apps/server/src/operations/cli/cli.test.ts'],
  [/^curl .*\/api\/v2\/reimport-scan/, 'apps/server/src/intake/imports/guides.test.ts'],
  [/^curl .*\/api\/v1\/live/, 'apps/server/src/reporting/live/live.test.ts'],
  [/^assay login/, 'apps/cli/src/program.test.ts'],
  [
    /^assay (?:compare|import) (?:defectdojo|dependency-track)/,
    'apps/server/src/intake/imports/guides.test.ts',
  ],
  [/^assay scan --output defectdojo=/, 'apps/server/src/intake/imports/guides.test.ts'],
  [/^assay projects/, 'apps/cli/src/program.test.ts'],
  [/^assay scan(?! --offline)/, 'apps/cli/src/program.test.ts'],
  [/^assay scan (?:--iac|results\.sarif)/, 'apps/cli/src/commands/scan-infrastructure.test.ts'],
  [/^assay knowledge (?:export|import)/, 'apps/server/src/knowledge/transfer/transfer.test.ts'],
  [/assay-server (?:backup|backups|restore)(?: --(?:to|from|until) \S+)*$/, 'apps/server/src/backup.test.ts'],
  [/assay-server$/, 'scripts/package/package.test.ts'],
  [/npm run bench -- /, 'bench/src/main.ts'],
  [/^npm run conformance -- /, 'scripts/conformance/main.ts'],
]

const isOffline = (command: string) => command.startsWith('assay ') && / --offline\b/.test(command)
const isSync = (command: string) => command.startsWith('assay advisories sync --from ')

const folder = temporaryFolder()
let server: FakeServer
let output = ''
beforeAll(async () => {
  const put = (path: string, content: unknown) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
  const affected = [
    {
      package: { ecosystem: 'npm', name: 'lodash' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.12' }] }],
    },
  ]
  put('path/to/osv/npm/all.zip', {
    id: 'GHSA-x',
    aliases: ['CVE-2019-10744'],
    modified: '2026-01-01T00:00:00Z',
    affected,
  })
  put('path/to/osv/known_exploited_vulnerabilities.json', {
    catalogVersion: '1',
    vulnerabilities: [{ cveID: 'CVE-2019-10744' }],
  })
  const packages = { '': { dependencies: { lodash: '4' } }, 'node_modules/lodash': { version: '4.17.4' } }
  put('path/to/project/package-lock.json', { lockfileVersion: 3, packages })
  const sync = {
    uuid: '00000000-0000-4000-8000-000000000001',
    state: 'done',
    current: '',
    read: 1,
    expected: 1,
    added: 1,
    changed: 0,
    unchanged: 0,
    skipped: [],
    reason: null,
    startedAt: 1,
    finishedAt: 2,
  }
  server = await startFakeServer({ 'POST /api/v1/databases/osv/files': [{ status: 202, body: sync }] })
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((output += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((output += String(text))))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

function run(command: string): Promise<number> {
  output = ''
  const args = command
    .split(' ')
    .slice(1)
    .map((part) => (/^path\/to\/|\.(?:sarif|gz|json)$/.test(part) ? join(folder, part) : part))
  const environment = {
    ASSAY_HOME: join(folder, 'home'),
    XDG_CONFIG_HOME: folder,
    CI: 'true',
    ASSAY_URL: server.url,
    ASSAY_TOKEN: 'x',
  }
  return runProgram({ version: '1.2.3', environment, args })
}

describe('documented commands', () => {
  it('are found', () => {
    expect(commands).toContain('assay advisories sync --from path/to/osv')
    expect(commands).toContain('assay scan --offline path/to/project')
  })

  it.each(commands.filter((each) => isOffline(each) || isSync(each)))(
    '%s runs on its input',
    async (command) => {
      const code = await run(command)
      expect(code, output).toBeGreaterThanOrEqual(0)
      if (isSync(command)) {
        const names = server.received.map(({ call }) =>
          new URL(call.split(' ')[1]!, server.url).searchParams.get('name'),
        )
        expect(names).toEqual(expect.arrayContaining(['npm/all.zip', 'known_exploited_vulnerabilities.json']))
      }
      if (command.includes('--explain')) expect(output).toContain('CVE-2019-10744 in lodash 4.17.4')
    },
  )

  it('are each run by a test', () => {
    const missing = commands.filter(
      (command) =>
        !isOffline(command) && !isSync(command) && !elsewhere.some(([pattern]) => pattern.test(command)),
    )
    expect(missing).toEqual([])
    for (const [, test] of elsewhere) expect(() => readFileSync(join(root, test))).not.toThrow()
  })
})
