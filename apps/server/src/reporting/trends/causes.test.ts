import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { uploadAdvisories } from '#testing/upload-advisories.ts'

const server = testServer()

const url = 'https://example.org/causes'
const scan = async (member: TestMember, packages: string[]) =>
  (
    await member.api.uploads.intoNew({
      body: { file: filePart(npmInventory(packages)), url, branch: 'main' },
    })
  ).uuid

const causes = async (member: TestMember) => {
  const { opened, closed, open } = await member.api.trends.security({ query: {} })
  const counts = { ...opened, ...closed, open }
  return Object.fromEntries(Object.entries(counts).filter(([key, count]) => key !== 'total' && count > 0))
}

test('opened and closed findings have a cause', async () => {
  const member = await server.newAccount()
  const projectUuid = await scan(member, ['minimist@1.2.0', 'causeless@1.0.0'])
  expect(await causes(member)).toEqual({ firstScan: 2, open: 2 })

  await scan(member, ['minimist@1.2.0', 'causeless@1.0.0', 'lodash@4.17.4'])
  const added = (await causes(member))['dependency']!
  expect(added).toBeGreaterThan(0)

  await scan(member, ['minimist@1.2.8', 'causeless@1.0.0'])
  expect(await causes(member)).toEqual({ firstScan: 2, dependency: added, upgraded: 2, removed: added })

  await scan(member, ['minimist@1.2.0', 'causeless@1.0.0'])
  const params = { accountUuid: member.accountUuid }
  const { id } = await member.api.exclusions.create({
    params,
    query: { domain: 'security' },
    body: { cve: 'CVE-2020-7598', description: 'not reachable' },
  })
  await member.api.reports.recompute({ params: { projectUuid } })
  expect(await causes(member)).toMatchObject({ dependency: added + 2, excluded: 1, open: 1 })
  await member.api.exclusions.remove({ params, query: { domain: 'security', id } })
  await member.api.reports.recompute({ params: { projectUuid } })
  expect(await causes(member)).toMatchObject({ exclusionLifted: 1, open: 2 })
  const findings = await member.api.scans.findings({ params: { projectUuid }, query: {} })
  const back = findings.filter(({ lifetime }) => lifetime?.introducedBy === 'exclusion-lifted')
  expect(back).toMatchObject([{ cve: 'CVE-2020-7598' }])

  const advisory = {
    id: 'OSV-causeless',
    affected: [{ package: { ecosystem: 'npm', name: 'causeless' }, versions: ['1.0.0'] }],
  }
  await uploadAdvisories(server, JSON.stringify(advisory))
  await member.api.reports.recompute({ params: { projectUuid } })
  expect(await causes(member)).toMatchObject({ advisory: 1, open: 3, dependency: added + 2 })
})
