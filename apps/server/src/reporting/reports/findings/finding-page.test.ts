import type { Finding } from '@assay/contract/findings.ts'
import { wireSeverities } from '@assay/engine/vocabulary.ts'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

let params: { projectUuid: string }
const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  await member.api.exclusions.create({
    params: { accountUuid: member.accountUuid },
    query: { domain: 'security' },
    body: { cve: 'CVE-2021-44906' },
  })
  params = { projectUuid: await scan(['lodash@4.17.4', 'minimist@1.2.0']) }
})

const url = 'https://example.org/team/paged'

const purlOf = (name: string) => `pkg:npm/${name}`

/** express and a cycle of two that require minimist. */
const dependencies = [
  { ref: 'root', dependsOn: [purlOf('express@4.17.1')] },
  { ref: purlOf('express@4.17.1'), dependsOn: [purlOf('qs@6.7.0'), purlOf('lodash@4.17.4')] },
  { ref: purlOf('qs@6.7.0'), dependsOn: [purlOf('mkdirp@0.5.1')] },
  { ref: purlOf('mkdirp@0.5.1'), dependsOn: [purlOf('qs@6.7.0'), purlOf('minimist@1.2.0')] },
]

async function scan(packages: string[], more: Record<string, unknown> = {}): Promise<string> {
  const file = filePart(npmInventory(packages, more), 'bom.json')
  return (await member.api.uploads.intoNew({ body: { file, url, branch: 'main' } })).uuid
}

/** From a cursor on, one finding a page. */
async function readOn(cursor: string | null): Promise<Finding[]> {
  if (cursor === null) return []
  const page = await member.api.scans.findingPage({ params, query: { cursor, limit: '1' } })
  expect(page.findings).toHaveLength(1)
  return [...page.findings, ...(await readOn(page.nextCursor))]
}

const byKey = (a: Finding, b: Finding) => (keyOf(a) < keyOf(b) ? -1 : 1)
const keyOf = ({ advisoryUuid, package: name }: Finding) => `${name} ${advisoryUuid}`

test('pages have every finding once: by severity, then the excluded ones', async () => {
  const all = await member.api.scans.findings({ params })
  const { findings, total, nextCursor } = await member.api.scans.findingPage({
    params,
    query: { limit: '1' },
  })
  const paged = [...findings, ...(await readOn(nextCursor))]
  expect(total).toBe(all.length)
  expect(paged.toSorted(byKey)).toEqual(all.toSorted(byKey))
  const isExcluded = paged.map(({ exclusion }) => exclusion !== null)
  expect(isExcluded).toEqual([...isExcluded].toSorted((a, b) => Number(a) - Number(b)))
  expect(isExcluded.at(-1)).toBe(true)
  const ranks = paged
    .filter(({ exclusion }) => exclusion === null)
    .map(({ severity }) => wireSeverities.indexOf(severity))
  expect(ranks.length).toBeGreaterThan(2)
  expect(ranks).toEqual([...ranks].toSorted((a, b) => a - b))
})

test('a page has the paths that the whole list has', async () => {
  const packages = ['express@4.17.1', 'qs@6.7.0', 'mkdirp@0.5.1', 'lodash@4.17.4', 'minimist@1.2.0']
  const metadata = { component: { type: 'application', 'bom-ref': 'root', name: 'root' } }
  await scan(packages, { metadata, dependencies })
  const pathsOf = (findings: Finding[]) =>
    Object.fromEntries(findings.flatMap((each) => each.versions.map(({ paths }) => [keyOf(each), paths])))
  const { findings, nextCursor } = await member.api.scans.findingPage({ params, query: { limit: '1' } })
  const paths = pathsOf([...findings, ...(await readOn(nextCursor))])
  expect(paths).toEqual(pathsOf(await member.api.scans.findings({ params })))
  expect(Object.values(paths)).toContainEqual([
    ['express:4.17.1', 'qs:6.7.0', 'mkdirp:0.5.1', 'minimist:1.2.0'],
  ])
})

test('without a limit, a short report is one page', async () => {
  const { findings, total, nextCursor } = await member.api.scans.findingPage({ params })
  expect([findings.length, nextCursor]).toEqual([total, null])
})

test('a page says whose findings it has', async () => {
  const { scan: last, scans } = await member.api.scans.overview({ params })
  expect((await member.api.scans.findingPage({ params })).reportUuid).toBe(last.uuid)
  const { uuid: reportUuid } = scans.at(-1)!
  expect((await member.api.scans.findingPage({ params, query: { reportUuid } })).reportUuid).toBe(reportUuid)
  expect(reportUuid).not.toBe(last.uuid)
})

test('later pages are of the report of the first one, whatever was scanned meanwhile', async () => {
  const { findings, total, nextCursor } = await member.api.scans.findingPage({
    params,
    query: { limit: '1' },
  })
  await scan(['lodash@4.17.21'])
  expect([...findings, ...(await readOn(nextCursor))]).toHaveLength(total)
  expect((await member.api.scans.findingPage({ params })).total).toBeLessThan(total)
})

test.each(['x', 'WyJ4IiwiMSJd', 'WyI0NDAyZjRhNC02MjQ4LTQxZmItOWFiMi04ZmM5MTRlNWI4NjkiLCItMSJd'])(
  '%s is no cursor of this list',
  async (cursor) => {
    const attempt = member.api.scans.findingPage({ params, query: { cursor } })
    await expect(attempt).rejects.toMatchObject({ status: 400, errorType: 'invalidInput' })
  },
)

test('a cursor of a report of another account finds nothing', async () => {
  await scan(['lodash@4.17.4', 'minimist@1.2.0'])
  const { nextCursor } = await member.api.scans.findingPage({ params, query: { limit: '1' } })
  const other = await server.newAccount()
  const attempt = other.api.scans.findingPage({ params, query: { cursor: nextCursor ?? '' } })
  await expect(attempt).rejects.toMatchObject({ status: 404 })
})
