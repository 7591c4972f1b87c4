import { describe, expect, it } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { openvex, vexPart } from '#testing/vex-documents.ts'

const server = testServer()

const url = 'https://example.org/published'

async function scan({ api }: TestMember, packages = ['lodash@4.17.4', 'minimist@0.0.8']) {
  const build = await api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), url, branch: 'main' },
  })
  return build.uuid
}

type Format = 'openvex' | 'cyclonedx'

const read = ({ api }: TestMember, projectUuid: string, format: Format) =>
  api.scans.vex({ params: { projectUuid }, query: { format } })

/** Its statements as read by an import, without timestamps of open findings. */
async function statementsOf(member: TestMember, projectUuid: string, format: Format) {
  const reader = await server.newAccount()
  const params = { accountUuid: reader.accountUuid }
  const body = { file: vexPart(await read(member, projectUuid, format)) }
  const { uuid, issues } = await reader.api.vex.add({ params, body })
  // The reader has no project.
  expect(issues.filter(({ code }) => code !== 'vex-unmatched')).toEqual([])
  const statements = await reader.api.vex.statements({ params: { ...params, vexUuid: uuid } })
  return statements
    .map(({ timestamp: _at, ...statement }) => statement)
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

async function prepare(member: TestMember): Promise<string> {
  const { api, accountUuid } = member
  const params = { accountUuid }
  const query = { domain: 'security' as const }
  const description = 'The proxy filters it.'
  await api.exclusions.create({ params, query, body: { cve: 'CVE-2019-10744', description } })
  await api.exclusions.create({ params, query, body: { cve: 'CVE-2020-7598', reason: 'unapplicable' } })
  const file = vexPart(openvex({ vulnerability: 'CVE-2021-23337', status: 'affected' }))
  await api.vex.add({ params, body: { file } })
  return scan(member)
}

describe.each(['openvex', 'cyclonedx'] as const)('as %s', (format) => {
  it('a project publishes exclusions with reasons, statements, and open findings', async () => {
    const member = await server.newAccount()
    const projectUuid = await prepare(member)
    const statements = await statementsOf(member, projectUuid, format)
    const of = (cve: string) => statements.find(({ ids }) => ids[0] === cve)
    expect(of('CVE-2019-10744')).toMatchObject({
      ids: ['CVE-2019-10744', expect.any(String)],
      status: 'not_affected',
      justification: 'inline_mitigations_already_exist',
      detail: 'The proxy filters it.',
      product: { id: url },
      subcomponent: { id: 'pkg:npm/lodash@4.17.4' },
    })
    expect(of('CVE-2020-7598')).toMatchObject({
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      subcomponent: { id: 'pkg:npm/minimist@0.0.8' },
    })
    expect(of('CVE-2021-23337')).toMatchObject({ status: 'affected', detail: 'Upgrade.' })
    const others = statements.filter(({ ids }) => ids[0] === 'CVE-2020-8203')
    expect(others).toMatchObject([{ status: 'under_investigation' }])
    expect(new Set(statements.map(({ ids }) => ids[0])).size).toBe(
      (await member.api.scans.findings({ params: { projectUuid } })).length,
    )
  })

  it('a published document has the same effect when added to the same project of another account', async () => {
    const member = await server.newAccount()
    const projectUuid = await prepare(member)
    const published = await statementsOf(member, projectUuid, format)
    const other = await server.newAccount()
    const body = { file: vexPart(await read(member, projectUuid, format)) }
    await other.api.vex.add({ params: { accountUuid: other.accountUuid }, body })
    const copy = await scan(other)
    expect(await statementsOf(other, copy, format)).toEqual(published)
    const countOf = async ({ api }: TestMember, of: string) =>
      (await api.scans.overview({ params: { projectUuid: of } })).scan.vulnerabilityCount
    expect(await countOf(other, copy)).toBe(await countOf(member, projectUuid))
  })
})

it('statements that are only shown are not published', async () => {
  const member = await server.newAccount()
  const params = { accountUuid: member.accountUuid }
  await member.api.accounts.configure({ params, body: { vexEffect: 'show' } })
  await member.api.vex.add({ params, body: { file: vexPart(openvex()) } })
  const projectUuid = await scan(member)
  const statements = await statementsOf(member, projectUuid, 'openvex')
  expect(statements.find(({ ids }) => ids[0] === 'CVE-2019-10744')?.status).toBe('under_investigation')
})

it('a report without findings has nothing to publish', async () => {
  const member = await server.newAccount()
  const projectUuid = await scan(member, ['left-pad@1.3.0'])
  for (const format of ['openvex', 'cyclonedx'] as const)
    await expect(read(member, projectUuid, format)).rejects.toMatchObject({ status: 404 })
})
