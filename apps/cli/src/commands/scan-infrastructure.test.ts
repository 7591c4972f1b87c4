import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { captureOutput } from '../testing/capture-output.ts'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runProgram } from '../program.ts'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'

const projectUuid = '11111111-1111-4111-8111-111111111111'
const isaacReportUuid = '22222222-2222-4222-8222-222222222222'
const results = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Checkov' } },
      results: [
        {
          ruleId: 'CKV_1',
          level: 'note',
          message: { text: 'little\u001b[31m' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'a.tf' }, region: { startLine: 3 } } }],
        },
        { ruleId: 'CKV_2', level: 'error', message: { text: 'wrong' } },
        { ruleId: 'CKV_3', message: { text: 'known' }, suppressions: [{ kind: 'inSource' }] },
      ],
    },
  ],
}

let folder: string
let server: FakeServer | undefined
const output = captureOutput()

beforeEach(() => {
  folder = folderOfTest()
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'infra'))
  writeFileSync(join(folder, 'results.sarif'), JSON.stringify(results))
})
afterEach(async () => {
  await server?.close()
  server = undefined
})

const run = (...args: string[]) =>
  runProgram({
    version: '1.2.3',
    environment: {
      XDG_CONFIG_HOME: folder,
      CI: 'true',
      PATH: `${join(folder, 'bin')}:.:/usr/bin:/bin`,
      HOME: folder,
      PYTHONPATH: 'hostile',
      GITHUB_TOKEN: 'secret',
      ...(server && { ASSAY_URL: server.url, ASSAY_TOKEN: 'secret' }),
    },
    args,
  })

function install(program: string, script: string): void {
  const path = join(folder, 'bin', program)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}

describe('scan of a SARIF file', () => {
  it('prints the findings offline, most severe first', async () => {
    expect(await run('scan', '--offline', join(folder, 'results.sarif'))).toBe(0)
    const [head, first, second, third] = output.stdout.split('\n')
    expect(head).toMatch(/^Severity +Rule +File +Finding$/)
    expect(first).toMatch(/^High +CKV_2 +wrong$/)
    expect(second).toMatch(/^Low +CKV_1 +a\.tf:3 +little�\[31m$/)
    expect(third).toMatch(/^Medium \(excluded\) +CKV_3/)
    expect(output.stdout).toContain('2 findings in infrastructure as code. 1 more excluded.')
  })

  it('prints only JSON on request', async () => {
    expect(await run('scan', '--offline', '--json', join(folder, 'results.sarif'))).toBe(0)
    expect(JSON.parse(output.stdout).results).toHaveLength(3)
  })

  it('rejects other files', async () => {
    writeFileSync(join(folder, 'results.sarif'), '{"version":"2.1.0","runs":[]}')
    expect(await run('scan', '--offline', join(folder, 'results.sarif'))).toBe(-3)
    expect(output.stderr).toContain('no run of a scanner')
  })
})

describe('scan --iac', () => {
  it('runs the scanner on the PATH in the folder and uploads its output', async () => {
    install(
      'checkov',
      `pwd > "${folder}/where"; echo "$@" > "${folder}/how"; cp "${folder}/results.sarif" "$6/results_sarif.sarif"`,
    )
    const build = {
      id: '33333333-3333-4333-8333-333333333333',
      status: 'success',
      reason: null,
      account_uuid: '55555555-5555-4555-8555-555555555555',
      uuid: projectUuid,
      branch: 'dev',
      reportUuid: null,
      isaacReportUuid,
      security: null,
      stability: null,
      licensing: null,
      outcome: null,
      computedOutcome: null,
      coverage: null,
      measured: null,
      issues: [],
    }
    const report = {
      uuid: isaacReportUuid,
      tool: 'ISAAC',
      timestamp: 1,
      project: { uuid: projectUuid, name: 'a', url: 'a', branch: 'dev' },
      scanners: ['Checkov'],
      findingCount: 1,
      severities: { CRITICAL: 0, HIGH: 1, MEDIUM: 0, LOW: 0, NA: 0 },
      introducedCount: 1,
      fixedCount: 0,
      excludedCount: 0,
      issues: [],
    }
    const lifetime = { introducedAt: 1, isNew: true, endedAt: null, endKind: null, daysToFix: null }
    const finding = {
      sysid: 'CKV_2',
      tool: 'Checkov',
      path: '',
      line: null,
      message: 'wrong',
      severity: 'HIGH',
    }
    server = await startFakeServer({
      'POST /api/v1/uploads/new/sbom-cdx.json': [{ body: build }],
      [`GET /api/v1/isaac/reports/${projectUuid}`]: [{ body: report }],
      [`GET /api/v1/isaac/reports/${projectUuid}/findings`]: [
        { body: [{ ...finding, lifetime, exclusion: null }] },
      ],
    })
    const infra = join(folder, 'infra')
    expect(await run('scan', '--iac', infra, '--project', 'https://example.org/a', '--branch', 'dev')).toBe(0)
    expect(readFileSync(join(folder, 'where'), 'utf8').trim()).toBe(infra)
    expect(readFileSync(join(folder, 'how'), 'utf8')).toMatch(
      /^-d \. -o sarif --output-file-path \S+ --soft-fail/,
    )
    const upload = server.received.find(({ call }) => call.includes('/uploads/'))!
    expect(upload.body).toContain('CKV_2')
    expect(upload.body).toMatch(/name="path"\r\n\r\ncheckov\.sarif\r\n/)
    expect(output.stdout).toContain('1 finding in infrastructure as code.')
  })

  it('gives the scanner a listed environment, an empty home, and no PATH that depends on the folder', async () => {
    install(
      'checkov',
      `env > "${folder}/env"; ls -A "$HOME" > "${folder}/home"; cp "${folder}/results.sarif" "$6/results_sarif.sarif"`,
    )
    writeFileSync(join(folder, 'infra', 'env'), '#!/bin/sh\necho hostile')
    await run('scan', '--iac', '--offline', join(folder, 'infra'))
    const names = readFileSync(join(folder, 'env'), 'utf8')
      .split('\n')
      .map((line) => line.split('=', 1)[0]!)
    expect(names).toContain('PATH')
    expect(names.filter((name) => /ASSAY|TOKEN|SECRET|PYTHONPATH|^CI$/.test(name))).toEqual([])
    expect(readFileSync(join(folder, 'env'), 'utf8')).not.toContain('secret')
    expect(readFileSync(join(folder, 'env'), 'utf8')).toMatch(/^PATH=[^.]/m)
    expect(readFileSync(join(folder, 'home'), 'utf8')).toBe('')
  })

  it.each([
    ['checkov', '.checkov.yaml'],
    ['checkov', '.checkov.yml'],
    ['trivy', 'trivy.yaml'],
    ['kics', 'kics.config'],
  ])('does not start %s in a folder with %s', async (program, file) => {
    install(program, `touch "${folder}/started"`)
    writeFileSync(join(folder, 'infra', file), 'external-checks-dir: [checks]')
    expect(await run('scan', '--iac', '--offline', join(folder, 'infra'))).toBe(-8)
    expect(output.stderr).toContain(`${program} would follow ${file} of the scanned folder`)
    expect(existsSync(join(folder, 'started'))).toBe(false)
  })

  it('says which settings of the folder can hide findings', async () => {
    install('hadolint', `cat "${folder}/results.sarif"`)
    writeFileSync(join(folder, 'infra', '.hadolint.yaml'), 'ignored: [DL3008]')
    expect(await run('scan', '--iac', '--offline', join(folder, 'infra'))).toBe(0)
    expect(output.stderr).toContain('hadolint follows .hadolint.yaml of the scanned folder')
  })

  it('reports failures and missing scanners', async () => {
    install('trivy', 'echo "FATAL broken" >&2; exit 1')
    expect(await run('scan', '--iac', '--offline', join(folder, 'infra'))).toBe(-6)
    expect(output.stderr).toContain('trivy failed: FATAL broken')
    install('trivy', 'exit 0')
    expect(await run('scan', '--iac', '--offline', join(folder, 'infra'))).toBe(-6)
    expect(output.stderr).toContain('trivy wrote no results')
    rmSync(join(folder, 'bin', 'trivy'))
    expect(await run('scan', '--iac', '--offline', join(folder, 'infra'))).toBe(-8)
    expect(output.stderr).toContain('checkov, trivy, kics')
  })
})
