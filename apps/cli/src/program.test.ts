import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { account, accountUuid, projectOf } from './testing/account.ts'
import { captureOutput } from './testing/capture-output.ts'
import type { Configuration } from '@assay/contract/accounts.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runProgram } from './program.ts'
import { saveToken, readSettings } from './settings.ts'
import { exampleReport, projectUuid, reportUuid } from './testing/example-report.ts'
import { type FakeResponse, type FakeServer, startFakeServer } from './testing/fake-server.ts'
import { writeGitRepository } from './testing/git-repository.ts'

const build = (status: string) => ({
  id: '66666666-6666-4666-8666-666666666666',
  status,
  reason: null,
  account_uuid: accountUuid,
  uuid: projectUuid,
  branch: 'dev',
  reportUuid: status === 'success' ? reportUuid : null,
  security: null,
  stability: null,
  licensing: null,
  outcome: null,
  computedOutcome: null,
  coverage: null,
  measured: null,
  issues: [],
})
const configuration: Configuration & { hasLogo: boolean } = {
  minimumScores: { security: 30, stability: 80, licensing: 95, source: 'default' },
  securityScoring: 'cvss',
  coolDownDays: 3,
  vexEffect: 'show',
  coverageStrictness: 'production',
  requiresMfa: false,
  fixTargets: { CRITICAL: null, HIGH: null, MEDIUM: null, LOW: null },
  exploitedFixDays: null,
  requiresApproval: false,
  repositoryMayLoosen: false,
  tagThresholds: [],
  hasLogo: false,
}
const project = projectOf({
  uuid: projectUuid,
  url: 'https://github.com/org/repo',
  name: 'org/repo',
  branches: ['dev'],
})
const responses = (more: Record<string, FakeResponse[]> = {}): Record<string, FakeResponse[]> => ({
  'GET /api/v1/accounts/me': [{ body: account }],
  [`GET /api/v1/accounts/${accountUuid}/configuration`]: [{ body: configuration }],
  'POST /api/v1/uploads/new/sbom-cdx.json': [{ body: build('queued') }],
  [`GET /api/v1/builds/${build('queued').id}`]: [{ body: build('scanning') }, { body: build('success') }],
  [`GET /api/v1/reports/${projectUuid}/full/${reportUuid}`]: [{ body: exampleReport }],
  [`POST /api/v1/reports/${projectUuid}/outcome`]: [{ body: {} }],
  [`GET /api/v1/projects/${projectUuid}`]: [{ body: project }],
  ...more,
})

let folder: string
let server: FakeServer | undefined
const output = captureOutput()

beforeEach(() => {
  folder = folderOfTest()
  writeFileSync(join(folder, 'package-lock.json'), '{"lockfileVersion":3}')
})
afterEach(async () => {
  await server?.close()
  server = undefined
})

const environment = () => ({
  XDG_CONFIG_HOME: folder,
  CI: 'true',
  ...(server && { ASSAY_URL: server.url, ASSAY_TOKEN: 'secret' }),
})
const run = (...args: string[]) => runProgram({ version: '1.2.3', environment: environment(), args })
const scan = (...more: string[]) =>
  run('scan', folder, '--project', 'https://github.com/org/repo', '--branch', 'dev', ...more)
const zero = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']
const calls = () => server!.received.map(({ call }) => call)

describe('scan', () => {
  it('uploads, follows the build, prints, declares the outcome and passes', async () => {
    server = await startFakeServer(responses())
    expect(await scan()).toBe(0)
    const upload = server.received.find(({ call }) => call.includes('/uploads/'))!
    expect(upload.authorization).toBe('token secret')
    expect(upload.body).toContain('{"lockfileVersion":3}')
    expect(upload.body).toMatch(/name="path"\r\n\r\npackage-lock\.json\r\n/)
    expect(output.stderr).toContain('Scanning …')
    expect(output.stdout).toContain('CVE-2020-1000')
    expect(calls().at(-1)).toBe(`POST /api/v1/reports/${projectUuid}/outcome?branch=dev&outcome=PASS`)
  })

  it('sends a session token with its own scheme', async () => {
    server = await startFakeServer(responses())
    const args = ['scan', folder, '--project', 'https://github.com/org/repo', '--branch', 'dev', ...zero]
    const session = { ...environment(), ASSAY_TOKEN: 'asys_secret' }
    expect(await runProgram({ version: '1.2.3', environment: session, args })).toBe(0)
    expect(new Set(server.received.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer asys_secret']),
    )
  })

  it('uploads all inventories of a folder as one', async () => {
    mkdirSync(join(folder, 'api'))
    writeFileSync(join(folder, 'api/go.mod'), 'module example.org/api')
    const folderUpload = { 'POST /api/v1/uploads/new/folder': [{ body: build('queued') }] }
    server = await startFakeServer(responses(folderUpload))
    expect(await scan()).toBe(0)
    const upload = server.received.find(({ call }) => call.includes('/uploads/'))!
    expect(upload.body.match(/filename="[^"]+"/g)).toEqual([
      'filename="package-lock.json"',
      'filename="api/go.mod"',
    ])
    expect(output.stderr).toContain(`Scanning 2 files of ${folder}`)
  })

  it('rejects a detached HEAD without a branch, without contacting the server', async () => {
    server = await startFakeServer(responses())
    writeGitRepository(folder, { branch: null })
    expect(await run('scan', folder)).toBe(-8)
    expect(output.stderr).toContain('No branch is checked out (detached HEAD)')
    expect(calls()).toEqual([])
    expect(await run('scan', folder, '--branch', 'dev', '--quiet')).toBe(0)
    writeFileSync(join(folder, 'requirements.txt'), 'flask==3.0.0')
    expect(await run('scan', folder, '--offline', '--quiet', ...zero)).toBe(0)
  })

  it('fails with the mask of scores below the minimums given on the command line', async () => {
    server = await startFakeServer(responses())
    expect(await scan('--min-security', '31', '--min-licensing', '100')).toBe(5)
    expect(calls().at(-1)).toContain('outcome=FAIL')
  })

  it('is incomplete if the server could not read a file: UNDECLARED is declared', async () => {
    const issue = { code: 'json-invalid', message: 'No JSON.', where: 'b.json', isUnread: true }
    const report = { ...exampleReport, computedOutcome: 'UNDECLARED', issues: [issue] }
    server = await startFakeServer(
      responses({ [`GET /api/v1/reports/${projectUuid}/full/${reportUuid}`]: [{ body: report }] }),
    )
    expect(await scan()).toBe(8)
    expect(calls().at(-1)).toContain('outcome=UNDECLARED')
    expect(output.stdout).toContain('Incomplete: 1 file or folder could not be read')
  })

  it('is undeclared if the server could not check all packages', async () => {
    const coverage = { ...exampleReport.coverage, checked: 2, blocking: 1 }
    const report = { ...exampleReport, computedOutcome: 'UNDECLARED', coverage }
    server = await startFakeServer(
      responses({ [`GET /api/v1/reports/${projectUuid}/full/${reportUuid}`]: [{ body: report }] }),
    )
    expect(await scan('--json')).toBe(0)
    expect(JSON.parse(output.stdout)).toMatchObject({ outcome: 'UNDECLARED' })
    await server.close()
    server = await startFakeServer(
      responses({ [`GET /api/v1/reports/${projectUuid}/full/${reportUuid}`]: [{ body: report }] }),
    )
    expect(await scan('--fail-on', 'incomplete')).toBe(8)
    expect(output.stdout).toContain('Vulnerabilities may be missed: 2 of 3 packages checked.')
  })

  it('is undeclared with the starter set, and fails if fresh data is required', async () => {
    const data = { ecosystem: 'npm', name: 'npm', advisories: 20, newestAt: null, source: 'starter set' }
    const advisoryData = [{ ...data, checkedAt: null, state: 'starter' }]
    const report = { ...exampleReport, computedOutcome: 'UNDECLARED', advisoryData }
    const more = { [`GET /api/v1/reports/${projectUuid}/full/${reportUuid}`]: [{ body: report }] }
    server = await startFakeServer(responses(more))
    expect(await scan('--json')).toBe(0)
    expect(JSON.parse(output.stdout)).toMatchObject({ outcome: 'UNDECLARED' })
    await server.close()
    server = await startFakeServer(responses(more))
    expect(await scan()).toBe(0)
    expect(output.stderr).toContain('Only the starter set of advisories is loaded for npm.')
    await server.close()
    server = await startFakeServer(responses(more))
    expect(await scan('--max-advisory-age', '7d', '--quiet')).toBe(16)
    expect(output.stderr).toContain('Advisory data exceeds --max-advisory-age: Only the starter set')
  })

  it('passes with fresh data, and fails if the server does not report its age', async () => {
    const data = { ecosystem: 'npm', name: 'npm', advisories: 20, newestAt: null, source: 'a mirror' }
    const advisoryData = [{ ...data, checkedAt: Date.now() - 3_600_000, state: 'current' }]
    const full = `GET /api/v1/reports/${projectUuid}/full/${reportUuid}`
    server = await startFakeServer(responses({ [full]: [{ body: { ...exampleReport, advisoryData } }] }))
    expect(await scan('--max-advisory-age', '2h')).toBe(0)
    await server.close()
    server = await startFakeServer(responses())
    expect(await scan('--max-advisory-age', '7d')).toBe(16)
    expect(output.stderr).toContain('The server does not report the age of its advisory data.')
    expect(await run('scan', folder, '--max-advisory-age', 'soon')).toBe(-8)
    expect(output.stderr).toContain('Expected days or hours, for example 7d or 12h.')
  })

  it('prints only the report on output.stdout with --json', async () => {
    server = await startFakeServer(responses())
    await scan('--json')
    expect(JSON.parse(output.stdout)).toEqual({ ...exampleReport, outcome: 'PASS' })
  })

  it('prints nothing with --quiet', async () => {
    server = await startFakeServer(responses())
    expect(await scan('--quiet', '--min-stability', '100')).toBe(2)
    expect(output.stdout + output.stderr).toBe('')
  })

  it('writes the report file', async () => {
    server = await startFakeServer(responses())
    const path = join(folder, 'report.json')
    await scan('--report-json', path)
    const file = JSON.parse(readFileSync(path, 'utf8')) as object
    expect(file).toMatchObject({ name: 'org/repo', scores: { security: '30' } })
  })

  it.each<[number, string, Record<string, FakeResponse[]>]>([
    [
      ...([-1, 'The token in ASSAY_TOKEN is not accepted.'] as const),
      { 'GET /api/v1/accounts/me': [rejection(401, 'Login required')] },
    ],
    [-3, 'Unreadable', { 'POST /api/v1/uploads/new/sbom-cdx.json': [rejection(400, 'Unreadable')] }],
    [-5, 'One runs', { 'POST /api/v1/uploads/new/sbom-cdx.json': [rejection(409, 'One runs')] }],
    [
      ...([-6, 'The scan failed: broken'] as const),
      { 'POST /api/v1/uploads/new/sbom-cdx.json': [{ body: { ...build('failed'), reason: 'broken' } }] },
    ],
    [-8, 'not that of an Assay server', { 'GET /api/v1/accounts/me': [{ body: { hello: 'world' } }] }],
    [
      ...([-13, 'Nothing to analyze'] as const),
      {
        [`GET /api/v1/reports/${projectUuid}/full/${reportUuid}`]: [
          {
            body: {
              ...exampleReport,
              computedOutcome: 'UNDECLARED',
              coverage: { listed: 2, checked: 0, blocking: 2, coversLess: false },
              measured: { ...exampleReport.measured, security: false },
            },
          },
        ],
      },
    ],
  ])('exits with %i and prints %s', async (code, sentence, more) => {
    server = await startFakeServer(responses(more))
    expect(await scan()).toBe(code)
    expect(output.stderr).toContain(sentence)
    expect(output.stdout).toBe('')
    expect(calls().some((call) => call.includes('/outcome'))).toBe(false)
    expect(await scan('--fail-gracefully')).toBe(0)
  })

  it('distinguishes a rejected token from a missing one', async () => {
    const required = rejection(401, 'Login required')
    const archive = 'GET /api/v1/knowledge/archive'
    server = await startFakeServer({ 'GET /api/v1/accounts/me': [required], [archive]: [required] })
    const failWith = async (token: string | null, ...args: string[]) => {
      output.stderr = ''
      const env = token === null ? {} : { ASSAY_TOKEN: token }
      const settings = { XDG_CONFIG_HOME: folder, ASSAY_URL: server!.url, ...env }
      expect(await runProgram({ version: '1.2.3', environment: settings, args })).toBe(-1)
      return output.stderr
    }
    const scanned = ['scan', folder, '--project', 'https://github.com/org/repo', '--branch', 'dev']
    expect(await failWith(null, ...scanned)).toMatch(/^Login required\. Log in with 'assay login'/)
    expect(await failWith('old', ...scanned)).toMatch(/^The token in ASSAY_TOKEN is not accepted\./)
    const exported = ['knowledge', 'export', '--output', join(folder, 'knowledge.gz')]
    expect(await failWith('old', ...exported)).toMatch(/^The token in ASSAY_TOKEN is not accepted\./)
    saveToken(readSettings({ XDG_CONFIG_HOME: folder }, ''), {
      url: server.url,
      token: 'kept',
      accountUuid,
      tokenUuid: accountUuid,
    })
    expect(await failWith(null, ...scanned)).toMatch(/^The stored token is not accepted\..* 'assay login'/)
  })

  it('retries an upload with the same key if the connection is lost or the server is busy', async () => {
    const upload = 'POST /api/v1/uploads/new/sbom-cdx.json'
    const [done] = responses()[upload]!
    const busy = { status: 503, body: { errorType: 'databaseUnavailable', message: 'Starting' } }
    server = await startFakeServer(responses({ [upload]: [{ body: null, isCut: true }, busy, done!] }))
    expect(await scan()).toBe(0)
    const keys = server.received.flatMap(({ call, idempotencyKey }) =>
      call === upload ? [idempotencyKey] : [],
    )
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[\da-f]{32}$/)
  })

  it('exits with -9 if no server responds', async () => {
    const gone = await startFakeServer({})
    await gone.close()
    const args = ['scan', folder, '--project', 'x']
    const code = await runProgram({
      version: '1',
      environment: { ...environment(), ASSAY_URL: gone.url },
      args,
    })
    expect([code, output.stderr.trim().split('\n').at(-1)]).toEqual([
      -9,
      `No response from ${gone.url}. Is the server running?`,
    ])
  })

  it('exits with -7 for an empty project url and -8 for an invalid minimum', async () => {
    expect(await run('scan', folder, '--project', ' ')).toBe(-7)
    expect(await run('scan', folder, '--min-security', '101')).toBe(-8)
    expect(output.stderr).toContain('Expected a whole number from 0 to 100.')
  })
})

function rejection(status: number, message: string): FakeResponse {
  return { status, body: { errorType: 'internal', message } }
}

describe('projects', () => {
  it('lists branches with their last scores', async () => {
    const branch = {
      branch: 'dev',
      reportUuid,
      timestamp: Date.UTC(2026, 0, 2, 3, 4),
      outcome: 'PASS',
      computedOutcome: 'PASS',
      scans: 7,
      security: 91,
      stability: 92,
      licensing: 93,
      vulnerabilityCount: 5,
      severities: { HIGH: 5 },
      vulnerabilityDelta: 0,
      mitigationCount: 0,
      vulnerabilitiesIdentified: 5,
      vulnerabilitiesAddressed: 0,
      languages: ['nodejs'],
      componentCount: 6,
      libyears: 1.5,
      unknownReleases: 2,
      coverage: { listed: 6, checked: 5, blocking: 1, coversLess: false },
      measured: { security: true, stability: false, licensing: true },
    }
    server = await startFakeServer(
      responses({
        [`GET /api/v1/accounts/${accountUuid}/projects`]: [{ body: [project] }],
        [`GET /api/v1/reports/${projectUuid}/summary`]: [
          { body: { uuid: projectUuid, name: 'org/repo', url: project.url, tags: [], branches: [branch] } },
        ],
      }),
    )
    expect(await run('projects')).toBe(0)
    expect(output.stdout.split('\n')[1]!.split(/ {2,}/)).toEqual(
      'org/repo|dev|91|–|93|5 of 6|5|7|PASS|2026-01-02 03:04'.split('|'),
    )
  })
})

describe('refresh', () => {
  const path = `POST /api/v1/pull-server/projects/${projectUuid}`
  const refreshed = (more: object) => ({
    ...build('success'),
    security: '90',
    stability: '91',
    licensing: '92',
    ...more,
  })
  const start = (built: object, source = 'pull') =>
    startFakeServer(
      responses({
        [`GET /api/v1/accounts/${accountUuid}/projects`]: [{ body: [project] }],
        [path]: [{ body: { ...build('preparing'), source } }],
        [`GET /api/v1/builds/${build('queued').id}`]: [{ body: build('queued') }, { body: built }],
      }),
    )

  it('follows the build that the server fetches, and prints its scores', async () => {
    server = await start(refreshed({ outcome: 'PASS' }))
    expect(await run('refresh', 'git@github.com:org/repo.git', '--branch', 'dev')).toBe(0)
    expect(calls()).toContain(`${path}?branch=dev`)
    expect(output.stderr).toContain('branch dev (fetched from the repository)')
    expect(output.stdout).toBe('security 90, stability 91, licensing 92: PASS\n')
  })

  it('reports that a repository is not connected', async () => {
    server = await start(refreshed({ outcome: 'PASS' }), 'rescan')
    expect(await run('refresh', projectUuid)).toBe(0)
    expect(output.stderr).toContain('the repository is not connected')
  })

  it("fails with the build's reason, and for an unknown project", async () => {
    server = await start({ ...build('failed'), reason: 'org/repo has no branch dev' })
    expect(await run('refresh', projectUuid)).toBe(-6)
    expect(output.stderr).toContain('The scan failed: org/repo has no branch dev')
    expect(await run('refresh', 'https://github.com/org/other')).toBe(-7)
  })
})

describe('advisories sync', () => {
  const progress = (state: string, added: number) => ({
    uuid: null,
    state,
    current: 'x',
    read: added,
    expected: 2,
    added,
    changed: 0,
    unchanged: 1,
    skipped: [],
    startedAt: null,
    finishedAt: null,
    reason: state === 'failed' ? 'no gzip' : null,
  })
  const upload = 'POST /api/v1/databases/osv/files'
  const sync = () => run('advisories', 'sync', '--from', join(folder, 'osv'))
  beforeEach(() => {
    mkdirSync(join(folder, 'osv'))
    for (const name of ['a.json', 'b.jsonl.gz', 'README.md']) writeFileSync(join(folder, 'osv', name), name)
  })

  it('sends each file of a folder in turn, waiting while another sync runs', async () => {
    server = await startFakeServer({
      [upload]: [
        rejection(409, 'A sync is running'),
        { status: 202, body: progress('running', 0) },
        { status: 202, body: progress('done', 2) },
      ],
      'GET /api/v1/databases/osv/sync': [{ body: progress('done', 3) }],
    })
    expect(await sync()).toBe(0)
    expect(server.received.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
      'a.json',
      'a.json',
      'b.jsonl.gz',
    ])
    expect(output.stdout).toMatch(/^5 added, 0 changed, 2 unchanged, 0 skipped\n/)
  })

  it('continues after a failed file and reports it', async () => {
    server = await startFakeServer({
      [upload]: [
        { status: 202, body: progress('failed', 0) },
        { status: 202, body: progress('done', 2) },
      ],
    })
    expect(await sync()).toBe(-6)
    expect(output.stderr).toContain('a.json could not be read to its end: no gzip. Run it again.')
    expect(output.stdout).toMatch(/^2 added/)
  })
})

describe('logout', () => {
  it('revokes and deletes the stored token', async () => {
    const tokenUuid = '77777777-7777-4777-8777-777777777777'
    const revoke = `DELETE /api/v1/accounts/${accountUuid}/tokens/${tokenUuid}`
    server = await startFakeServer({ [revoke]: [{ body: {} }] })
    const settings = readSettings(environment(), '1.2.3')
    saveToken(settings, { url: server.url, token: 'kept', accountUuid, tokenUuid })
    expect(await run('logout')).toBe(0)
    expect(server.received).toEqual([{ call: revoke, authorization: 'token kept', body: '' }])
    expect(readSettings(environment(), '1.2.3').credentials).toBeNull()
  })
})

it('prints its version', async () => {
  expect(await run('--version')).toBe(0)
  expect(output.stdout).toBe('1.2.3\n')
})

it.each([[['scan']], [['login']], [['logout']], [['projects']], [['advisories', 'sync']], [['advisories']]])(
  '%j --help has examples',
  async (command) => {
    expect(await run(...command, '--help')).toBe(0)
    expect(output.stdout).toContain('Examples:\n  assay ')
  },
)
