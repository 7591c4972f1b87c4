import { type Kysely, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { up } from './074-scanner-severity.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server.stop())

test('takes the severity of the scanner from the rule where a policy states another', async () => {
  const { db } = server
  const { accountUuid: account_uuid } = await server.newAccount()
  const [project_uuid, branch_uuid] = [randomUUID(), randomUUID()]
  const project = { account_uuid, uuid: project_uuid, url: 'https://host.example/x', name: 'x' }
  await db
    .insertInto('project')
    .values({ ...project, identity: 'host.example/x' })
    .execute()
  await db
    .insertInto('branch')
    .values({ account_uuid, uuid: branch_uuid, project_uuid, name: 'main' })
    .execute()
  const policy = { account_uuid, tool: 'Checkov', title: '', description: '', default_severity: 'high' }
  await db
    .insertInto('isaac_policy')
    .values([
      { ...policy, sysid: 'CKV_1', severity: 'low' },
      { ...policy, sysid: 'CKV_2' },
    ])
    .execute()
  const kept = {
    account_uuid,
    project_uuid,
    branch_uuid,
    tool: 'Checkov',
    path: 'main.tf',
    message: '',
    document: 'results.sarif',
    introduced_number: 1,
    introduced_at: new Date(),
  }
  const finding = (sysid: string, severity: string) => ({
    ...kept,
    uuid: randomUUID(),
    sysid,
    fingerprint: sysid,
    severity,
    scanner_severity: severity,
  })
  await db
    .insertInto('isaac_finding')
    .values([finding('CKV_1', 'low'), finding('CKV_2', 'medium'), finding('CKV_3', 'critical')])
    .execute()
  await sql`alter table isaac_finding drop column scanner_severity`.execute(db)
  await sql`drop index isaac_finding_of_rule`.execute(db)

  await up(db as unknown as Kysely<unknown>)

  const rows = await db
    .selectFrom('isaac_finding')
    .select(['sysid', 'severity', 'scanner_severity as scanner'])
    .where('account_uuid', '=', account_uuid)
    .orderBy('sysid')
    .execute()
  expect(rows).toEqual([
    { sysid: 'CKV_1', severity: 'low', scanner: 'high' },
    { sysid: 'CKV_2', severity: 'medium', scanner: 'medium' },
    { sysid: 'CKV_3', severity: 'critical', scanner: 'critical' },
  ])
})
