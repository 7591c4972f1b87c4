import { writeUsage } from '@assay/engine/usage/usage-document.ts'
import type { PackageUsage } from '@assay/engine/package-usage.ts'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

let member: TestMember
const server = testServer()

const lockfile = jsonBytes({
  name: 'shop',
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { lodash: '4.17.4', minimist: '1.2.5' } },
    'node_modules/lodash': { version: '4.17.4' },
    'node_modules/minimist': { version: '1.2.5' },
  },
})
const used: PackageUsage = {
  ecosystem: 'npm',
  packageName: 'minimist',
  state: 'used',
  place: { file: 'src/a.ts', line: 7 },
  module: 'minimist',
}
const notSeen: PackageUsage = { ecosystem: 'npm', packageName: 'lodash', state: 'not-seen' }

interface ExportedComponent {
  name: string
  properties?: { name: string; value: string }[]
  evidence?: { occurrences?: { location: string; line?: number }[] }
}

/** Returns what the report of the scan says of each finding's usage, and what Fix first lists. */
async function scan(packages: PackageUsage[] | null, branch = 'main') {
  const { api } = member
  const usage = packages && writeUsage({ packages, searched: [{ language: 'x', files: 3 }] })
  const file = [
    filePart(lockfile, 'package-lock.json'),
    ...(usage ? [filePart(usage, 'assay-usage.json')] : []),
  ]
  const build = await api.uploads.folderIntoNew({ body: { file, url: 'https://example.org/shop', branch } })
  const findings = await api.scans.findings({ params: { projectUuid: build.uuid } })
  const full = await api.reports.full({ params: { projectUuid: build.uuid }, query: { branch } })
  const advised = full.security.assessments.flatMap(({ reports }) =>
    reports.flatMap(({ dependency, advices }) =>
      advices.map(({ usage: of }) => [dependency.name, of?.state]),
    ),
  )
  const { upgrades } = await api.fixes.list({})
  const exported = await api.scans.inventory({ params: { projectUuid: build.uuid } })
  const components = exported.components as unknown as ExportedComponent[]
  return {
    usages: Object.fromEntries(findings.map((each) => [each.package, each.usage])),
    advised: Object.fromEntries(advised) as Record<string, string>,
    exported: Object.fromEntries(
      components.map(({ name, properties = [] }) => [
        name,
        properties.find((each) => each.name === 'assay:usage')?.value,
      ]),
    ),
    places: components.flatMap(({ evidence }) =>
      (evidence?.occurrences ?? []).flatMap(({ location, line }) => (line ? [`${location}:${line}`] : [])),
    ),
    score: full.security.score,
    fixes: upgrades.map(({ name, notSeenBranches }) => `${name} ${notSeenBranches}`),
    issues: full.issues,
  }
}

test('findings carry the usage of the last scan, which lowers their fixes and changes no score', async () => {
  member = await server.newAccount()
  const without = await scan(null)
  expect(without.usages).toEqual({ lodash: undefined, minimist: undefined })
  expect(without.fixes).toEqual(['lodash 0', 'minimist 0'])

  const first = await scan([used, notSeen])
  expect(first.usages).toEqual({
    lodash: { state: 'not-seen' },
    minimist: { state: 'used', place: { file: 'src/a.ts', line: 7 }, module: 'minimist' },
  })
  expect(first.exported).toEqual({ lodash: 'not-seen', minimist: 'used' })
  expect(first.places).toEqual(['src/a.ts:7'])
  expect(without.exported).toEqual({ lodash: undefined, minimist: undefined })
  expect(first.advised).toEqual({ lodash: 'not-seen', minimist: 'used' })
  expect(first.fixes).toEqual(['minimist 0', 'lodash 1'])
  expect(first.score).toBe(without.score)
  expect(first.issues).toEqual(without.issues)

  const moved = await scan([
    { ...used, state: 'unknown', reason: 'named-in-text' },
    { ...used, packageName: 'lodash' },
  ])
  expect([moved.usages['minimist']?.state, moved.usages['lodash']?.place]).toEqual([
    'unknown',
    { file: 'src/a.ts', line: 7 },
  ])
  expect(
    (
      await scan([
        { ...used, packageName: 'lodash' },
        { ...notSeen, packageName: 'minimist' },
      ])
    ).fixes,
  ).toEqual(['lodash 0', 'minimist 1'])
  expect((await scan(null)).usages).toEqual({ lodash: undefined, minimist: undefined })
})
