/**
 * npm run self-scan [-- --data <folder of OSV documents>]: scans our package-lock.json with our command line. Exit code
 * 1 for a known vulnerability in a production dependency, unless exclusions.json gives a reason. Without a folder, the
 * starter set of advisories is used.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

interface Report {
  advisories: { source: string; count: number }
  components: { purl: string | null; isTest: boolean }[]
  findings: { id: string; purl: string | null; summary: string | null; excluded: unknown }[]
}

interface Exclusion {
  id: string
  purl: string
  reason: string
}

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'assay-self-scan-'))
const anyScore = ['--min-security', '0', '--min-stability', '0', '--min-licensing', '0']

function assay(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'apps/cli/src/main.js'), ...args], {
    env: { ...process.env, ASSAY_HOME: folder },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`assay ${args.join(' ')} failed: ${stderr}`)
}

function scan(lockfile: string): Report {
  const output = join(folder, 'report.json')
  assay('scan', '--offline', lockfile, '--format', 'json', '--output', output, '--quiet', ...anyScore)
  return JSON.parse(readFileSync(output, 'utf8')) as Report
}

/** Findings in production dependencies. */
function findRunning({ components, findings }: Report) {
  const running = new Set(components.filter(({ isTest }) => !isTest).map(({ purl }) => purl))
  return findings.filter(({ purl, excluded }) => excluded === null && running.has(purl))
}

/** Checks that the same scan detects a known vulnerability; otherwise, a scan without findings would be meaningless. */
function checkThatItFinds(): void {
  const lockfile = join(folder, 'package-lock.json')
  const packages = {
    '': { dependencies: { lodash: '4.17.4' }, devDependencies: { minimist: '0.0.8' } },
    'node_modules/lodash': { version: '4.17.4' },
    'node_modules/minimist': { version: '0.0.8', dev: true },
  }
  writeFileSync(lockfile, JSON.stringify({ name: 'canary', lockfileVersion: 3, packages }))
  const found = [...new Set(findRunning(scan(lockfile)).map(({ purl }) => purl))]
  if (found.join() !== 'pkg:npm/lodash@4.17.4')
    throw new Error(
      `A vulnerable lodash in what runs, and nothing else, should be found: ${found.join() || 'nothing is'}`,
    )
}

function failures(report: Report, exclusions: readonly Exclusion[]): string[] {
  const keyOf = ({ id, purl }: { id: string; purl: string | null }) => `${id} in ${purl}`
  const findings = findRunning(report)
  const found = new Set(findings.map(keyOf))
  const excluded = new Set(exclusions.map(keyOf))
  return [
    ...findings
      .filter((each) => !excluded.has(keyOf(each)))
      .map((each) => `${keyOf(each)}: ${each.summary ?? ''}`),
    ...exclusions
      .filter(({ reason }) => reason.trim() === '')
      .map((each) => `${keyOf(each)} is excluded without a reason`),
    ...exclusions
      .filter((each) => !found.has(keyOf(each)))
      .map((each) => `${keyOf(each)} is excluded, but not found`),
  ]
}

const { data } = parseArgs({ options: { data: { type: 'string' } } }).values
const exclusions = JSON.parse(readFileSync(join(import.meta.dirname, 'exclusions.json'), 'utf8')) as Record<
  'starter' | 'data',
  Exclusion[]
>
try {
  if (data !== undefined) assay('advisories', 'sync', '--offline', '--ecosystems', 'npm', '--from', data)
  checkThatItFinds()
  const report = scan(join(root, 'package-lock.json'))
  const wrong = failures(report, exclusions[data === undefined ? 'starter' : 'data'])
  const running = report.components.filter(({ isTest }) => !isTest).length
  for (const line of wrong) console.log(line)
  console.log(
    `${running} components that run, ${report.advisories.count} advisories of ${data === undefined ? report.advisories.source : 'the folder'}, ${wrong.length} problems`,
  )
  process.exitCode = wrong.length > 0 || running === 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
