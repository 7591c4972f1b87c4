import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { account, accountUuid, projectOf } from '../testing/account.ts'
import { captureOutput } from '../testing/capture-output.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runProgram } from '../program.ts'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'

let folder: string
let project: string
const output = captureOutput()
let server: FakeServer | null = null

const lockfile = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', dependencies: { express: '4.0.0' } },
    'node_modules/express': { version: '4.0.0', dependencies: { lodash: '4' } },
    'node_modules/lodash': { version: '4.17.4' },
  },
}

beforeEach(() => {
  folder = folderOfTest()
  project = join(folder, 'shop')
  mkdirSync(project)
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lockfile))
})
afterEach(async () => {
  await server?.close()
  server = null
})

const run = (...args: string[]) => {
  output.clear()
  const environment = { XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, CI: 'true', ASSAY_TOKEN: 't' }
  const url = server ? { ASSAY_URL: server.url } : {}
  return runProgram({ version: '1.2.3', environment: { ...environment, ...url }, args })
}

describe('assay fix --offline', () => {
  it('prints each upgrade with its findings, dependency path and command', async () => {
    expect(await run('fix', '--offline', project)).toBe(0)
    expect(output.stdout).toMatch(/^1\. lodash 4\.17\.4 -> 4\.17\.\d+\n {3}closes .*(critical|high)/)
    expect(output.stdout).toContain('$ npm install express@')
    expect(output.stdout).toContain('Through express · ')
    expect(output.stdout).toContain('$ npm update lodash')
    expect(output.stderr).toContain('starter set')
  })

  it('prints only JSON with --json, and a task list with --markdown', async () => {
    await run('fix', '--offline', '--json', project)
    expect(JSON.parse(output.stdout)).toMatchObject([
      { language: 'nodejs', name: 'lodash', from: ['4.17.4'], isDirect: false, through: ['express'] },
      { language: 'nodejs', name: 'express', from: ['4.0.0'], isDirect: true, through: [] },
    ])
    await run('fix', '--offline', '--markdown', project)
    expect(output.stdout).toMatch(/^## Upgrades\n\n- \[ \] `lodash 4\.17\.4 -> 4\.17\.\d+`: closes /)
    expect(await run('fix', '--offline', '--markdown', '--json', project)).not.toBe(0)
  })

  it('reports that there is nothing to do', async () => {
    const packages = { '': { name: 'shop' }, 'node_modules/left-pad': { version: '1.3.0' } }
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
    expect(await run('fix', '--offline', project)).toBe(0)
    expect(output.stdout).toBe('No upgrades needed: no known open vulnerabilities.\n')
  })
})

describe('assay fix', () => {
  const projectUuid = '66666666-6666-4666-8666-666666666666'
  const upgrade = {
    ecosystem: 'npm',
    language: 'nodejs',
    name: 'lodash',
    packageName: 'lodash',
    from: ['4.17.4'],
    to: '4.17.21' as string | null,
    step: 'patch' as string | null,
    isKnownRelease: true,
    projects: 2,
    branches: 3,
    directBranches: 3,
    transitiveBranches: 0,
    through: [],
    closes: [{ severity: 'CRITICAL', count: 4 }],
    shared: 0,
    knownExploited: 1,
    likelyExploited: 0,
    maxEpss: null,
    isMalware: false,
    instructions: [{ lockfile: 'package-lock.json', commands: ['npm install lodash@4.17.21'] }],
    command: 'npm install lodash@4.17.21' as string | null,
    decision: { assignee: null, snoozedUntil: null },
  }
  const overview = { upgrades: 1, closes: 4, unfixable: 1, snoozed: 0 }
  const unfixable = {
    ...upgrade,
    name: 'old',
    from: ['1.0'],
    to: null,
    step: null,
    instructions: [],
    command: null,
    knownExploited: 0,
  }

  it('follows pages and reports findings without a fix, and lists that the order lacks', async () => {
    const path = 'GET /api/v1/metrics/security/me/fixes'
    server = await startFakeServer({
      'GET /api/v1/databases/lists': [
        {
          body: [
            { id: 'kev', name: 'CISA KEV', completeAt: null, state: 'missing' },
            { id: 'epss', name: 'EPSS', completeAt: Date.UTC(2020, 0, 31), state: 'outdated' },
            { id: 'end-of-life', name: 'endoflife.date', completeAt: null, state: 'missing' },
          ],
        },
      ],
      [path]: [
        { body: { overview, upgrades: [upgrade], nextCursor: 'next' } },
        { body: { overview, upgrades: [unfixable], nextCursor: null } },
      ],
    })
    expect(await run('fix', '--all')).toBe(0)
    expect(output.stderr).toMatch(
      /^CISA KEV was never loaded, EPSS is as of 2020-01-31, \d+ days old: exploited vulnerabilities may not be marked/,
    )
    expect(output.stdout).toBe(
      [
        '1. lodash 4.17.4 -> 4.17.21',
        '   closes 4 critical, 1 known exploited',
        '   Direct · patch upgrade · 2 projects, 3 branches',
        '   $ npm install lodash@4.17.21',
        'No fix available yet:',
        '   old 1.0: 4 critical',
        '',
      ].join('\n'),
    )
  })

  it('names malware first, with what to do besides', async () => {
    const squat = {
      ...unfixable,
      name: 'squat',
      isMalware: true,
      instructions: [{ lockfile: 'package-lock.json', commands: ['npm uninstall squat'] }],
      command: 'npm uninstall squat',
    }
    const body = { overview, upgrades: [squat], nextCursor: null }
    server = await startFakeServer({ 'GET /api/v1/metrics/security/me/fixes': [{ body }] })
    expect(await run('fix', '--all')).toBe(0)
    expect(output.stdout).not.toContain('No fix available yet')
    expect(output.stdout).toContain(
      'squat is malware: remove it (`npm uninstall squat`), and treat the machines that installed it as compromised',
    )
  })

  it('queries the project of the folder', async () => {
    server = await startFakeServer({
      'GET /api/v1/accounts/me': [{ body: account }],
      [`GET /api/v1/accounts/${accountUuid}/projects`]: [
        {
          body: [projectOf({ uuid: projectUuid, url: 'local:shop', name: 'shop', branches: ['main'] })],
        },
      ],
      [`GET /api/v1/metrics/security/me/projects/${projectUuid}/fixes`]: [
        { body: { overview, upgrades: [upgrade], nextCursor: null } },
      ],
    })
    expect(await run('fix', project)).toBe(0)
    expect(output.stdout).toContain('lodash 4.17.4 -> 4.17.21')
    expect(await run('fix', '--project', 'https://example.org/none', project)).not.toBe(0)
    expect(output.stderr).toContain("Scan it with 'assay scan'")
  })
})
