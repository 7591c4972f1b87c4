import { type Kysely, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { up } from './045-project-identity.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** In one transaction, like the migrator. */
const migrate = () => server.db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))

/** The state before the migration: each spelling is a project. */
const forgetIdentities = () =>
  sql`drop index if exists project_identity; update project set identity = gen_random_uuid()`.execute(
    server.db,
  )

const scan = async (
  member: TestMember,
  url: string,
  { branch = 'main', packages = ['minimist@1.2.0'] } = {},
) =>
  (await member.api.uploads.intoNew({ body: { file: filePart(npmInventory(packages)), url, branch } })).uuid

/** All totals, lifetimes and counters by branch. */
const histories = async ({ accountUuid }: TestMember) =>
  (
    await sql<{ uuid: string; history: unknown }>`
      select branch.uuid, jsonb_build_object(
        'scans', (select jsonb_agg(to_jsonb(scan) - 'project_uuid' order by number) from scan where branch_uuid = branch.uuid),
        'findings', (select jsonb_agg(to_jsonb(finding) - 'project_uuid' order by uuid) from finding where branch_uuid = branch.uuid),
        'components', (select jsonb_agg(to_jsonb(component) order by digest) from component where branch_uuid = branch.uuid),
        'days', (select jsonb_agg(to_jsonb(branch_month) order by month) from branch_month where branch_uuid = branch.uuid)
      ) as history
      from branch where account_uuid = ${accountUuid} order by branch.uuid`.execute(server.db)
  ).rows

describe('three spellings of one repository', () => {
  let member: TestMember
  let projects: { first: string; second: string; third: string; other: string }
  let teamUuid: string
  let before: Awaited<ReturnType<typeof histories>>

  beforeAll(async () => {
    await forgetIdentities()
    member = await server.newAccount()
    teamUuid = await server.addTeam(member, 'Core')
    projects = {
      first: await scan(member, 'https://github.com/org/repo'),
      second: await seed('git@github.com:org/repo.git'),
      third: await seed('github:org/repo?account=x'),
      other: await scan(member, 'https://github.com/org/other'),
    }
    const { first, second, third } = projects
    await into(second, 'main', ['lodash@4.17.4', 'minimist@1.2.8'])
    await into(second, 'main', ['lodash@4.17.21', 'minimist@1.2.8'])
    await into(third, 'next', ['left-pad@1.3.0'])
    await server.db
      .updateTable('project')
      .set({ tags: ['web'] })
      .where('uuid', '=', first)
      .execute()
    const late = { tags: ['prod', 'web'], team_uuid: teamUuid }
    await server.db.updateTable('project').set(late).where('uuid', '=', second).execute()
    await server.addToken(member, { projectUuid: third })
    await exclude(second)
    before = await histories(member)
    await migrate()
  })

  /** A project with another spelling, as created by older versions. */
  const seed = async (url: string) => {
    const uuid = randomUUID()
    const row = { account_uuid: member.accountUuid, uuid, url, name: url.replace(/\.git$/, '') }
    await server.db.insertInto('project').values(row).execute()
    return uuid
  }
  const into = (projectUuid: string, branch: string, packages: string[]) =>
    member.api.uploads.intoProject({
      params: { projectUuid },
      body: { file: filePart(npmInventory(packages)), branch },
    })
  const exclude = (projectUuid: string) =>
    server.db
      .insertInto('exclusion')
      .values({
        account_uuid: member.accountUuid,
        uuid: randomUUID(),
        domain: 'security',
        target: JSON.stringify({ cve: 'CVE-2020-7598' }),
        reason: 'mitigated',
        description: '',
        project_uuid: projectUuid,
        created_by: member.uuid,
      })
      .execute()
  const rows = (table: 'build' | 'scan' | 'finding' | 'exclusion' | 'api_token') =>
    server.db
      .selectFrom(table)
      .select('project_uuid')
      .where('account_uuid', '=', member.accountUuid)
      .where('project_uuid', 'is not', null)
      .execute()

  test('are merged into the oldest one; another repository is unchanged', async () => {
    const list = await member.api.projects.list({ params: { accountUuid: member.accountUuid } })
    expect(list.map(({ uuid }) => uuid).sort()).toEqual([projects.first, projects.other].sort())
    expect(list.find(({ uuid }) => uuid === projects.first)).toMatchObject({
      name: 'github.com/org/repo',
      url: 'https://github.com/org/repo',
      tags: ['web', 'prod'],
      teamUuid,
    })
  })
  test('keep every history; of branches with one name, the last scanned keeps the name', async () => {
    const branches = await server.db
      .selectFrom('branch')
      .select(['name', 'uuid', 'last_number'])
      .where('project_uuid', '=', projects.first)
      .orderBy('name')
      .execute()
    const merged = branches.find(({ name }) => name.includes('~'))!
    expect(branches.map(({ name, last_number }) => [name, last_number])).toEqual([
      ['main', 2],
      [`main~merged-${merged.uuid.slice(0, 8)}`, 1],
      ['next', 1],
    ])
    expect(await histories(member)).toEqual(before)
  })
  test('leave no references to merged projects', async () => {
    for (const table of ['build', 'scan', 'finding', 'exclusion', 'api_token'] as const) {
      const uuids = new Set((await rows(table)).map(({ project_uuid }) => project_uuid))
      expect([table, [...uuids].filter((uuid) => uuid !== projects.other)]).toEqual([table, [projects.first]])
    }
  })
  test('continue as one: the next scan of any spelling continues the last one', async () => {
    expect(await scan(member, 'ssh://git@github.com/org/repo', { packages: ['minimist@1.2.8'] })).toBe(
      projects.first,
    )
    const last = await server.db
      .selectFrom('scan')
      .select(['number', 'identified_total', 'addressed_total', 'vulnerability_count'])
      .where('project_uuid', '=', projects.first)
      .orderBy('scanned_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(last.number).toBe(3)
    expect(last.identified_total - last.addressed_total).toBe(last.vulnerability_count)
  })
  test('are recorded in the audit log', async () => {
    const { events } = await member.api.audit.list({ params: { accountUuid: member.accountUuid }, query: {} })
    expect(events.filter(({ action }) => action === 'projects.merge')).toHaveLength(2)
    expect(events.find(({ action }) => action === 'projects.merge')).toMatchObject({
      target: { projectUuid: projects.first },
      before: { uuid: projects.third, url: 'github:org/repo?account=x', branches: ['next'] },
    })
  })
  test('are unchanged by a second run', async () => {
    const all = () =>
      Promise.all([
        server.db.selectFrom('project').selectAll().orderBy('uuid').execute(),
        server.db.selectFrom('branch').selectAll().orderBy('uuid').execute(),
        server.db.selectFrom('audit_event').select('sequence').orderBy('sequence').execute(),
      ])
    const once = await all()
    await migrate()
    expect(await all()).toEqual(once)
  })
})

test('a failed migration changes nothing', async () => {
  await forgetIdentities()
  const member = await server.newAccount()
  const urls = ['https://host.example/a', 'git@host.example:a']
  for (const url of urls)
    await server.db
      .insertInto('project')
      .values({ account_uuid: member.accountUuid, uuid: randomUUID(), url, name: url })
      .execute()
  const failing = server.db.transaction().execute(async (tx) => {
    await up(tx as unknown as Kysely<unknown>)
    throw new Error('the power is gone')
  })
  await expect(failing).rejects.toThrow('the power is gone')
  const list = () => member.api.projects.list({ params: { accountUuid: member.accountUuid } })
  expect((await list()).map(({ url }) => url).sort()).toEqual(urls.toSorted())
  await migrate()
  expect(await list()).toHaveLength(1)
})

test('10,000 projects with one duplicate each, and fragments of older migrations', async () => {
  await forgetIdentities()
  const member = await server.newAccount()
  await sql`insert into project (account_uuid, uuid, url, name, created_at)
    select ${member.accountUuid}, gen_random_uuid(), spelling || n, spelling || n, to_timestamp(place)
    from generate_series(1, 10000) n,
      (values ('https://host.example/org/p', 1), ('git@host.example:org/p', 2)) spellings(spelling, place)`.execute(
    server.db,
  )
  await sql`insert into branch (account_uuid, uuid, project_uuid, name)
    select account_uuid, gen_random_uuid(), uuid, 'main' from project
    where account_uuid = ${member.accountUuid}`.execute(server.db)
  const uuid = randomUUID()
  const url = `https://host.example/secret#${uuid.slice(0, 8)}`
  const row = { account_uuid: member.accountUuid, uuid, url, name: 'host.example/secret' }
  await server.db.insertInto('project').values(row).execute()
  await migrate()
  const { rows } = await sql<{ projects: number; branches: number; merged: number; old: number }>`
    select count(distinct project.uuid)::int as projects, count(branch.uuid)::int as branches,
      (count(*) filter (where branch.name like 'main~merged-%'))::int as merged,
      (count(*) filter (where project.name like 'git@%' or url like 'git@%'))::int as old
    from project left join branch on branch.project_uuid = project.uuid
    where project.account_uuid = ${member.accountUuid}`.execute(server.db)
  expect(rows).toEqual([{ projects: 10_001, branches: 20_000, merged: 10_000, old: 0 }])
  expect(await scan(member, 'git@host.example:secret.git')).toBe(uuid)
})
