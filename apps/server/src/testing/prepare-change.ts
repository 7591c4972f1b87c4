import { randomUUID } from 'node:crypto'
import { insertDeadLetter } from '#platform/queue/dead-letter-store.ts'
import { openSessionFor, signedIn } from './sessions.ts'
import type { TestMember, TestServer } from './test-server.ts'
import { addPasskey, type Attempt, type Ids, makeThings, type Walked } from './walk.ts'

/** A new account of the operator with all that the call needs to succeed, and a session to make it by. */
export async function prepareChange(
  server: TestServer,
  { id }: Walked,
): Promise<{ member: TestMember; attempt: Attempt }> {
  const member = await server.newAccount()
  const { accountUuid } = member
  await server.db.updateTable('account').set({ is_operator: true }).where('uuid', '=', accountUuid).execute()
  // The demo fills empty accounts alone.
  const ids = id === 'demo.load' ? { accountUuid } : await makeThings(server, member)
  const more = await prepare[id]?.(server, member, ids)
  const authorization = await openSessionFor(server, member)
  return { member, attempt: { authorization, ids, ...more } }
}

/** One of nobody's. */
async function addFailedJob({ db }: TestServer): Promise<string> {
  const uuid = randomUUID()
  const letter = { job: 'remove-old-events', payload: {}, reason: 'Broken', attempts: 4 }
  await insertDeadLetter(db, { uuid, ...letter, queuedAt: new Date() })
  return uuid
}

/** What the call needs beside what is there. */
const prepare: Record<
  string,
  (server: TestServer, member: TestMember, ids: Ids) => Promise<Partial<Attempt>>
> = {
  'accounts.remove': async (server) => {
    const { accountUuid } = await server.newAccount()
    return { ids: { accountUuid }, query: { check: 'Test' } }
  },
  'accounts.activate': async (server) => ({ ids: { accountUuid: (await server.newAccount()).accountUuid } }),
  'exclusions.remove': async (_server, _member, { exclusionUuid }) => ({ query: { id: exclusionUuid! } }),
  'members.setPrimaryTeam': async (_server, _member, { teamUuid }) => ({ query: { teamuuid: teamUuid! } }),
  'teams.addMember': async (_server, _member, { memberUuid }) => ({ body: { uuid: memberUuid! } }),
  'builds.submit': async (server, { api }, ids) => {
    await api.builds.create({ body: { url: 'https://example.org/new', branch: 'main' } })
    const { uuid } = await server.db
      .selectFrom('build')
      .select('uuid')
      .where('account_uuid', '=', ids['accountUuid']!)
      .where('state', '=', 'preparing')
      .executeTakeFirstOrThrow()
    return { ids: { ...ids, id: uuid } }
  },
  'sso.remove': async (server, member) => {
    const { api, accountUuid } = await signedIn(server, member)
    const body = { name: 'Ours', issuer: 'https://login.example.org', clientId: 'assay' }
    await api.sso.putOidc({ params: { accountUuid }, body })
    return {}
  },
  'jobs.retry': async (server) => ({ ids: { jobUuid: await addFailedJob(server) } }),
  'jobs.dismiss': async (server) => ({ ids: { jobUuid: await addFailedJob(server) } }),
  'advisoryDatabases.sync': async () => ({ ids: { id: 'osv' } }),
  'advisoryDatabases.upload': async () => ({ ids: { id: 'osv' } }),
  'passkeys.rename': async (server, member) => ({ ids: { passkeyUuid: await addPasskey(server, member) } }),
  'passkeys.remove': async (server, member) => ({ ids: { passkeyUuid: await addPasskey(server, member) } }),
  'sessions.revoke': async (server, member) => {
    await openSessionFor(server, member)
    const row = server.db.selectFrom('session').select('uuid').where('member_uuid', '=', member.uuid)
    return { ids: { sessionUuid: (await row.executeTakeFirstOrThrow()).uuid } }
  },
}
