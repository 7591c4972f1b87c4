import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { runAssay } from '#testing/run-assay.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { newOperator, uploadAdvisories } from '#testing/upload-advisories.ts'

const folder = temporaryFolder()
const server = testServer({ hasStarterOnly: true })
const member = forAllTests(() => newOperator(server))

const unrated = {
  id: 'GHSA-2222-3333-4444',
  modified: '2026-01-01T00:00:00Z',
  aliases: ['CVE-2026-0001'],
  summary: 'Reads too much',
  details: 'At the end.',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'left-pad' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.3.1' }] }],
    },
  ],
}
const rated = {
  ...unrated,
  id: 'GHSA-2222-3333-5555',
  aliases: ['CVE-2026-0002'],
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  database_specific: { cwe_ids: ['CWE-1', 'CWE-2'] },
  references: [{ type: 'WEB', url: 'https://example.org/advisory' }],
}
const catalog = { catalogVersion: '1', vulnerabilities: [{ cveID: 'CVE-2026-0001' }] }
const epss = 'cve,epss,percentile\nCVE-2026-0002,0.25,0.9\n'
const lockfile = {
  name: 'shop',
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', dependencies: { parent: '^1.0.0' }, devDependencies: { 'left-pad': '1.3.0' } },
    'node_modules/parent': { version: '1.0.0', license: 'MIT', dependencies: { child: '*' } },
    'node_modules/child': { version: '2.0.0', license: 'GPL-3.0-only' },
    'node_modules/left-pad': { version: '1.3.0', dev: true },
    'node_modules/lodash': { version: '4.17.4', license: 'MIT' },
    'node_modules/from-git': { version: '1.0.0', resolved: 'git+ssh://git@example.org/a.git#1234567' },
  },
}

interface Component {
  name: string
  version: string
  requiredBy: number[]
}
type Json = Record<string, unknown> & { findings: object[]; components: Component[] }

test('a scan with a server prints the same facts as one without', async () => {
  const put = (name: string, content: string) => {
    const path = join(folder, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, content)
    return path
  }
  const records = [unrated, rated].map((each) => JSON.stringify(each)).join('\n')
  for (const text of [records, JSON.stringify(catalog), epss]) await uploadAdvisories(server, text)
  put('osv/npm.json', records)
  put('osv/kev.json', JSON.stringify(catalog))
  put('osv/epss.csv', epss)
  put('shop/package-lock.json', JSON.stringify(lockfile))
  const run = async (...args: string[]) => {
    // Findings and missed minimums are an exit code, too.
    const { stdout } = await runAssay({ server, member, folder, args }).catch(
      (error: { stdout: string }) => error,
    )
    return stdout
  }
  await run('advisories', 'sync', '--offline', '--from', join(folder, 'osv'))
  const scan = async (...args: string[]) =>
    JSON.parse(
      await run(
        'scan',
        join(folder, 'shop'),
        '--project',
        'https://example.org/shop',
        '--branch',
        'main',
        '--format',
        'json',
        ...args,
      ),
    ) as Json
  const [online, offline] = [await scan(), await scan('--offline')]
  expect(offline.findings.length).toBeGreaterThan(3)
  expect(differences(ordered(offline), ordered(online), '')).toEqual([])
})

/** Addresses of values that differ, except for those that only one side can have. */
function differences(one: unknown, other: unknown, path: string): string[] {
  if (serversOwn.test(path)) return []
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other) ? [] : [path]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) => differences(one[name], other[name], `${path}.${name}`))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A server orders components by name. */
function ordered(report: Json): Record<string, unknown> {
  const nameOf = ({ name, version }: Pick<Component, 'name' | 'version'>) => `${name} ${version}`
  const components = report.components.map((each) => ({
    ...each,
    requiredBy: each.requiredBy.map((index) => nameOf(report.components[index]!)),
  }))
  return { ...report, components: components.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)) }
}

/**
 * The pages, time and name on the server, when and from where its advisories were read, and the list of gaps, which it has
 * an own call for.
 */
const serversOwn =
  /^\.(?:at|reportUrl|policyRules\.\d+\.page|project\.name|coverage\.gaps|advisories\.(?:ecosystems\.\d+\.)?(?:source|checkedAt|newestAt))(?:\.|$)/
