import { ApiError } from '@assay/sdk/api-error.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { openvex, vexPart } from '#testing/vex-documents.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer()

const url = 'https://github.com/org/repo'
const name = 'github.com/org/repo'
const scan = (member: TestMember, { packages = ['lodash@4.17.4'], branch = 'main', of = url } = {}) =>
  member.api.uploads.intoNew({ body: { file: filePart(npmInventory(packages)), url: of, branch } })
const statusOf = async (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  )

/** Row counts of the account in every table that references projects. */
const rowsLeft = async ({ accountUuid }: TestMember) => {
  const tables = [
    'project',
    'branch',
    'build',
    'build_document',
    'document',
    'scan',
    'component_use',
    'finding',
  ]
  const more = ['component_content', 'branch_series', 'exclusion', 'vex_document', 'vex_statement']
  const counts: Record<string, number> = {}
  for (const table of [...tables, ...more]) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where account_uuid = ${accountUuid}`.execute(
      server.db,
    )
    if (rows[0]!.count > 0) counts[table] = rows[0]!.count
  }
  return counts
}

describe('DELETE /projects/{uuid}', () => {
  const prepare = async () => {
    const member = await server.newAccount()
    const params = { accountUuid: member.accountUuid }
    const { uuid: projectUuid, reportUuid, id } = await scan(member)
    await scan(member, { packages: ['lodash@4.17.21', 'left-pad@1.3.0'] })
    await scan(member, { branch: 'next' })
    await member.api.exclusions.create({
      params,
      query: { domain: 'security' },
      body: { cve: 'CVE-2020-0001', projectUuid },
    })
    const file = vexPart(openvex({ vulnerability: 'CVE-2020-0001' }))
    await member.api.vex.add({ params, body: { file, projectUuid } })
    return { member, params, projectUuid, reportUuid: reportUuid!, id }
  }

  test('requires the name, then deletes all data including documents', async () => {
    const { member, projectUuid } = await prepare()
    for (const wrong of ['github.com/org', `${name}x`, 'GITHUB.com/org/repo'])
      expect(
        await statusOf(member.api.projects.remove({ params: { projectUuid }, query: { name: wrong } })),
      ).toBe(400)
    expect(Object.keys(await rowsLeft(member))).toContain('finding')
    await member.api.projects.remove({ params: { projectUuid }, query: { name } })
    await expect.poll(() => rowsLeft(member)).toEqual({})
    const { events } = await member.api.audit.list({
      params: { accountUuid: member.accountUuid },
      query: {},
    })
    expect(events.find(({ action }) => action === 'projects.remove')).toMatchObject({
      target: { projectUuid },
      before: { name, url, branches: ['main', 'next'] },
    })
  })

  test('hides everything before the rows are deleted', async () => {
    const { member, params, projectUuid, reportUuid, id } = await prepare()
    const token = await server.addToken(member, { projectUuid })
    // The state after the request, before the job runs.
    await server.db
      .updateTable('project')
      .set({ deleted_at: new Date() })
      .where('uuid', '=', projectUuid)
      .execute()
    const { api } = member
    const of = { params: { projectUuid } }
    const calls = {
      get: () => api.projects.get(of),
      branches: () => api.projects.branches(of),
      update: () => api.projects.update({ ...of, body: { name: 'x' } }),
      archive: () => api.projects.archive(of),
      remove: () => api.projects.remove({ ...of, query: { name } }),
      overview: () => api.scans.overview({ ...of, query: {} }),
      report: () => api.scans.overview({ ...of, query: { reportUuid } }),
      build: () => api.builds.get({ params: { id } }),
      upload: () =>
        api.uploads.intoProject({ ...of, body: { file: filePart(npmInventory([])), branch: 'main' } }),
    }
    for (const [call, send] of Object.entries(calls))
      expect([call, await statusOf(send())]).toEqual([call, 404])
    const limited = await fetch(`${server.url}/api/v1/accounts/${params.accountUuid}/projects`, {
      headers: { authorization: token },
    })
    expect(await limited.json()).toEqual([])
    expect(await api.projects.list({ params })).toEqual([])
    expect(await api.projects.page({ params, query: { state: 'all' } })).toMatchObject({
      items: [],
      total: 0,
    })
    expect(await api.exclusions.list({ params, query: {} })).toEqual([])
    expect(await api.vex.list({ params })).toEqual([])
    expect(await api.reports.list({ query: {} })).toEqual([])
    expect((await api.metrics.security({ query: {} })).projects).toEqual([])
    expect(await api.insights.dependencies({ params, query: {} })).toMatchObject({ dependencies: [] })
  })

  test('revokes its tokens and frees its url for a new project', async () => {
    const { member, projectUuid } = await prepare()
    const authorization = await server.addToken(member, { projectUuid })
    await member.api.projects.remove({ params: { projectUuid }, query: { name } })
    expect((await fetch(`${server.url}/api/v1/accounts/me`, { headers: { authorization } })).status).toBe(401)
    const again = await scan(member)
    expect(again.uuid).not.toBe(projectUuid)
    expect(await member.api.projects.get({ params: { projectUuid: again.uuid } })).toMatchObject({
      branches: ['main'],
    })
  })

  test('keeps other projects and shared documents', async () => {
    const { member, projectUuid } = await prepare()
    const other = await scan(member, { of: 'https://github.com/org/other' })
    await member.api.projects.remove({ params: { projectUuid }, query: { name } })
    await expect.poll(async () => (await rowsLeft(member))['project']).toBe(1)
    expect(await member.api.scans.overview({ params: { projectUuid: other.uuid }, query: {} })).toMatchObject(
      {
        project: { uuid: other.uuid },
      },
    )
    expect((await rowsLeft(member))['document']).toBe(1)
  })

  test('is safe during concurrent uploads and scans: no request fails and nothing is left behind', async () => {
    const member = await server.newAccount()
    for (let round = 0; round < 4; round++) {
      const { uuid: projectUuid } = await scan(member)
      const upload = (index: number) =>
        member.api.uploads.intoNew({
          body: {
            file: filePart(npmInventory([`lodash@4.17.${index}`])),
            url,
            branch: `b${index % 3}`,
            wait: index % 2 === 0 ? 'true' : 'false',
          },
        })
      const responses = await Promise.all([
        ...Array.from({ length: 6 }, (_, index) => statusOf(upload(index))),
        statusOf(member.api.projects.remove({ params: { projectUuid }, query: { name } })),
        ...Array.from({ length: 6 }, (_, index) => statusOf(upload(index + 6))),
      ])
      // 404: deleted while the request waited for the scan.
      expect(responses.filter((status) => status !== 200 && status !== 404)).toEqual([])
      expect(responses[6]).toBe(200)
      expect(await statusOf(member.api.projects.get({ params: { projectUuid } }))).toBe(404)
    }
    const remaining = await member.api.projects.list({ params: { accountUuid: member.accountUuid } })
    for (const { uuid } of remaining)
      await member.api.projects.remove({ params: { projectUuid: uuid }, query: { name } })
    await expect.poll(() => rowsLeft(member), { timeout: 60_000 }).toEqual({})
    expect(server.logged()).not.toContain('deadlock')
  })
})

describe('DELETE /projects/{uuid}/branches/{uuid}', () => {
  test('deletes one branch with its history and keeps the others', async () => {
    const member = await server.newAccount()
    const { uuid: projectUuid, reportUuid, id } = await scan(member, { branch: 'old' })
    await scan(member)
    const of = { params: { projectUuid } }
    const branch = (await member.api.projects.branches(of)).find(({ name }) => name === 'old')!
    const params = { projectUuid, branchUuid: branch.uuid }
    expect(await statusOf(member.api.projects.removeBranch({ params, query: { name: 'main' } }))).toBe(400)
    await member.api.projects.removeBranch({ params, query: { name: 'old' } })
    expect((await member.api.projects.branches(of)).map(({ name }) => name)).toEqual(['main'])
    expect(await statusOf(member.api.scans.overview({ ...of, query: { reportUuid: reportUuid! } }))).toBe(404)
    expect(await statusOf(member.api.builds.get({ params: { id } }))).toBe(404)
    expect(await statusOf(member.api.projects.removeBranch({ params, query: { name: 'old' } }))).toBe(404)
    await expect.poll(async () => (await rowsLeft(member))['branch']).toBe(1)
    expect(await rowsLeft(member)).toMatchObject({ project: 1, scan: 1, build: 1, document: 1 })
    expect((await member.api.metrics.security({ query: {} })).projects).toHaveLength(1)
  })
})
