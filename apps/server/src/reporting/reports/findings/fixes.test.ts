import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { saveReleases } from '#knowledge/releases/store.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()

/** lodash 4.17.4 has several advisories; 4.17.5 fixes the first of them, 4.17.21 all. */
async function scanLodash(member: TestMember) {
  const file = filePart(npmInventory(['lodash@4.17.4']), 'bom.json')
  const url = 'https://example.org/team/shop'
  const { uuid: projectUuid } = await member.api.uploads.intoNew({ body: { file, url, branch: 'main' } })
  return { projectUuid }
}

async function fixesOf(member: TestMember, params: { projectUuid: string }) {
  const [findings, report, next] = await Promise.all([
    member.api.scans.findings({ params }),
    member.api.reports.full({ params, query: {} }),
    member.api.components.next({ params: { language: 'npm', name: 'lodash', version: '4.17.4' } }),
  ])
  const [entry] = report.security.assessments[0]!.reports
  return { findings, entry: entry!, next }
}

test('without known releases, each advisory names its own fix, marked as such', async () => {
  const member = await server.newAccount()
  const { findings, entry } = await fixesOf(member, await scanLodash(member))
  expect(findings.length).toBeGreaterThan(1)
  for (const { versions, fixedVersions } of findings) {
    expect(versions[0]!.fixesThis).toMatchObject({ isKnownRelease: false })
    expect(fixedVersions).toContain(versions[0]!.fixesThis!.version)
  }
  expect(entry.recommended).toMatchObject({ step: 'patch', isKnownRelease: false })
})

test('fixes are existing releases, the same in findings, full report and package endpoint', async () => {
  const member = await server.newAccount()
  const params = await scanLodash(member)
  const before = await fixesOf(member, params)
  const publishedAt = Date.now()
  const list = ['4.17.4', '4.17.20', '4.17.22', '5.0.0-rc.1'].map((version) => ({ version, publishedAt }))
  await saveReleases(server.db, member.accountUuid, {
    ecosystem: 'npm',
    name: 'lodash',
    source: 'registry.example.org',
    checkedAt: publishedAt,
    releases: [...list, { version: '4.17.21', publishedAt, isYanked: true }],
  })
  const { findings, entry, next } = await fixesOf(member, params)
  const recommended = { version: '4.17.22', step: 'patch', isKnownRelease: true }
  expect(entry.recommended).toEqual(recommended)
  expect(entry.safeVersions).toEqual({ latestPatch: '4.17.22', latestMinor: null, latestMajor: null })
  expect(next).toEqual({ ...entry.safeVersions, doubt: null })
  expect(entry.advices).toHaveLength(findings.length)
  for (const { advisoryUuid, versions } of findings) {
    const [version] = versions
    expect(version!.recommended).toEqual(recommended)
    expect(version!.safeVersions).toEqual(entry.safeVersions)
    expect(['4.17.20', '4.17.22']).toContain(version!.fixesThis!.version)
    expect(entry.advices.find(({ id }) => id === advisoryUuid)!.fixesThis).toEqual(version!.fixesThis)
  }
  const other = await server.newAccount()
  const elsewhere = await fixesOf(other, await scanLodash(other))
  expect(elsewhere.entry.recommended).toEqual(before.entry.recommended)
})
