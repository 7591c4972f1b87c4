import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { account, accountUuid, projectOf } from '../testing/account.ts'
import { captureOutput } from '../testing/capture-output.ts'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { exitCodes } from '../exit-codes.ts'
import { runProgram } from '../program.ts'
import { startFakeServer } from '../testing/fake-server.ts'

let folder: string
let project: string
const output = captureOutput()

const packagesOf = (lodash: string, more: Record<string, object> = {}) => ({
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', dependencies: { lodash } },
    'node_modules/lodash': { version: lodash },
    ...more,
  },
})

beforeEach(() => {
  folder = folderOfTest()
  project = join(folder, 'shop')
  mkdirSync(project)
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(packagesOf('4.17.4')))
  writeFileSync(join(project, 'package.json'), '{}')
})

/** A package manager that leaves this lockfile behind: its commands' arguments are in calls.txt. */
function installNpm(lockfile: object, script = ''): void {
  writeFileSync(join(folder, 'lockfile.json'), JSON.stringify(lockfile))
  const path = join(folder, 'bin', 'npm')
  writeFileSync(
    path,
    `#!/bin/sh\necho "$@" >> '${folder}/calls.txt'\ncp '${folder}/lockfile.json' package-lock.json\n${script}\n`,
  )
  chmodSync(path, 0o755)
}

const run = (...args: string[]) => runWith({}, ...args)

const runWith = (login: Record<string, string>, ...args: string[]) => {
  output.clear()
  const environment = {
    ...login,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    TMPDIR: tmpdir(),
    CI: 'true',
    PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
  }
  return runProgram({ version: '1.2.3', environment, args })
}

const lockfile = () => JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as object
const calls = () => readFileSync(join(folder, 'calls.txt'), 'utf8')

test('--script prints a script that a shell runs, with the reasons as comments', async () => {
  installNpm(packagesOf('4.17.21'))
  expect(await run('fix', '--offline', '--script', project)).toBe(0)
  expect(output.stdout).toMatch(
    /^#!\/bin\/sh\nset -e\n\n# 1\. lodash 4\.17\.4 -> 4\.17\.\d+\n# closes .*\n# Direct · patch/,
  )
  const path = join(folder, 'fix.sh')
  writeFileSync(path, output.stdout)
  const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter)
  execFileSync('sh', [path], { cwd: project, env: { PATH } })
  expect(calls()).toMatch(/^install lodash@4\.17\.\d+\n$/)
  expect(lockfile()).toEqual(packagesOf('4.17.21'))
})

test('--verify runs the plan on a copy, and compares its findings', async () => {
  installNpm(packagesOf('4.18.1'))
  expect(await run('fix', '--verify', project)).toBe(0)
  expect(output.stdout).toMatch(/^1 command, 0 failed\. Findings: [1-9]\d* before, 0 after\.\n$/)
  expect(output.stderr).toMatch(/\$ npm install lodash@/)
  expect(lockfile()).toEqual(packagesOf('4.17.4'))
})

test('a command that fails, a new finding and a downgrade are named, each on a line', async () => {
  const lib = { 'node_modules/minimist': { version: '1.2.8' } }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(packagesOf('4.17.4', lib)))
  installNpm(packagesOf('4.18.1', { 'node_modules/minimist': { version: '1.2.0' } }))
  expect(await run('fix', '--verify', project)).toBe(exitCodes.analysisFailed)
  expect(output.stdout).toMatch(/\nIntroduced: minimist CVE-\S+\n/)
  expect(output.stdout).toContain('\nDowngraded: minimist 1.2.8 -> 1.2.0\n')
  expect(await run('fix', '--verify', '--json', project)).toBe(exitCodes.analysisFailed)
  expect(JSON.parse(output.stdout)).toMatchObject({ failed: [], downgraded: ['minimist 1.2.8 -> 1.2.0'] })
  installNpm(packagesOf('4.18.1'), 'echo "npm error ERESOLVE" >&2; exit 1')
  expect(await run('fix', '--verify', project)).toBe(exitCodes.analysisFailed)
  expect(output.stdout).toMatch(
    /^1 command, 1 failed\..*\nFailed: npm install lodash@\S+: npm error ERESOLVE\n/,
  )
})

test('--apply asks, and changes nothing where nobody can answer', async () => {
  installNpm(packagesOf('4.18.1'))
  expect(await run('fix', '--apply', project)).toBe(exitCodes.configuration)
  expect(output.stderr).toContain('  npm install lodash@')
  expect(output.stderr).toContain('Pass --yes.')
  expect(lockfile()).toEqual(packagesOf('4.17.4'))
})

test('--apply --yes changes the project; what a failed command has changed is put back', async () => {
  installNpm(packagesOf('4.18.1'), `echo '{"overrides":{}}' > package.json; exit 1`)
  expect(await run('fix', '--apply', '--yes', project)).toBe(exitCodes.analysisFailed)
  expect(lockfile()).toEqual(packagesOf('4.17.4'))
  expect(readFileSync(join(project, 'package.json'), 'utf8')).toBe('{}')
  installNpm(packagesOf('4.18.1'))
  expect(await run('fix', '--apply', '--yes', project)).toBe(0)
  expect(lockfile()).toEqual(packagesOf('4.18.1'))
})

test('the plan of a server that has the project comes first; --offline and an unknown project go without', async () => {
  const projectUuid = '66666666-6666-4666-8666-666666666666'
  const known = projectOf({ uuid: projectUuid, url: 'local:shop', name: 'shop', branches: ['main'] })
  const upgradeOf = (packageName: string) => ({
    ecosystem: 'npm',
    language: 'nodejs',
    name: packageName,
    packageName,
    from: ['4.17.4'],
    to: '4.17.21',
    step: 'patch',
    isKnownRelease: true,
    projects: 1,
    branches: 1,
    directBranches: 0,
    transitiveBranches: 1,
    through: [],
    closes: [],
    shared: 0,
    knownExploited: 0,
    likelyExploited: 0,
    maxEpss: null,
    isMalware: false,
    instructions: [
      {
        lockfile: 'package-lock.json',
        commands: [`npm install parent-of-${packageName}`],
        parents: ['parent 2.0.0'],
      },
    ],
    command: null,
    decision: { assignee: null, snoozedUntil: null },
  })
  const server = await startFakeServer({
    'GET /api/v1/accounts/me': [{ body: account }, { body: account }],
    [`GET /api/v1/accounts/${accountUuid}/projects`]: [{ body: [known] }, { body: [] }],
    [`GET /api/v1/metrics/security/me/projects/${projectUuid}/fixes`]: [
      {
        body: {
          overview: { upgrades: 2, closes: 4, unfixable: 0, snoozed: 0 },
          upgrades: [upgradeOf('closed-since'), upgradeOf('lodash')],
          nextCursor: null,
        },
      },
    ],
  })
  try {
    installNpm(packagesOf('4.18.1'))
    const login = { ASSAY_URL: server.url, ASSAY_TOKEN: 't' }
    expect(await runWith(login, 'fix', '--verify', project)).toBe(0)
    expect(calls()).toBe('install parent-of-lodash\n')
    expect(await runWith(login, 'fix', '--verify', project)).toBe(0)
    expect(output.stderr).toContain('The plan is made from the local advisory index alone.')
    expect(calls()).toMatch(/\ninstall lodash@4\.17\.\d+\n$/)
    expect(await runWith(login, 'fix', '--verify', '--offline', project)).toBe(0)
  } finally {
    await server.close()
  }
})

test('--apply needs the folder of the project', async () => {
  expect(await run('fix', '--apply', '--yes', join(project, 'package-lock.json'))).toBe(
    exitCodes.configuration,
  )
  expect(output.stderr).toContain('Name the folder of the project')
})
