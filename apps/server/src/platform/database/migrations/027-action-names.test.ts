import { contract } from '@assay/contract/contract.ts'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { renamedActions, up } from './027-action-names.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server?.stop())

test('events of renamed endpoints get the new names, and no other event changes', async () => {
  const admin = await server.newAccount()
  const actions = [...Object.keys(renamedActions), 'tags.create']
  const by = { account_uuid: admin.accountUuid, member_email: admin.email, credential: 'test', address: '' }
  await server.db
    .insertInto('audit_event')
    .values(actions.map((action) => ({ ...by, action, target: '{}' })))
    .execute()

  await up(server.db as unknown as Kysely<unknown>)

  const found = async (action: string) => {
    const query = { action }
    const { events } = await admin.api.audit.list({ params: { accountUuid: admin.accountUuid }, query })
    return events.map((event) => event.action)
  }
  expect(await found('advisoryDatabases')).toEqual(['advisoryDatabases.upload', 'advisoryDatabases.sync'])
  expect(await found('reauthentication')).toEqual(['reauthentication.confirm'])
  expect(await found('tags')).toEqual(['tags.create'])
  expect(await found('databases')).toEqual([])
  const isCall = (id: string) => {
    const [group = '', call = ''] = id.split('.')
    return call in (new Map<string, object>(Object.entries(contract)).get(group) ?? {})
  }
  expect(Object.values(renamedActions).filter((id) => !isCall(id))).toEqual([])
})
