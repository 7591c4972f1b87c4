import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSessionFor } from './testing/sessions.ts'
import { startTestServer, type TestMember, type TestServer } from './testing/test-server.ts'
import { addPasskey, call, guarded, type Ids, makeThings } from './testing/walk.ts'

// Every call that changes something leaves an event: who, what, before, after, from where.

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const changing = guarded.filter(({ endpoint }) => endpoint.method !== 'GET')

/** What they do is a secret, a message, or shown by the target alone. */
const tellNothing = new Set([
  ...[
    'credentials.change',
    'confirmation.confirm',
    'members.invite',
    'members.endSession',
    'sessions.revoke',
  ],
  ...['mfa.makeScratchCodes', 'mfa.removeScratchCodes', 'passkeys.registrationOptions', 'passkeys.remove'],
  ...['passkeys.rename', 'demo.load', 'sso.check'],
])

/** Where the walk cannot go, since something else must be there first; the files named go there. */
const elsewhere: Record<string, string> = {
  'passkeys.register': 'passkeys/passkeys.test.ts',
  'mfa.makeScratchCodes': 'mfa/mfa.test.ts',
  'sso.activate': 'sso/sso.test.ts',
  'sso.check': 'sso/sso.test.ts',
  'sso.verifyDomain': 'sso/sso.test.ts',
}

const told = (id: string): object => {
  if (tellNothing.has(id)) return {}
  const [before, after] = [expect.anything(), expect.anything()]
  if (/\.(?:remove|revoke|deactivate)/.test(id)) return { before }
  if (/\.(?:create|add|upload|into|make|submit|folder|recompute|sync)/i.test(id))
    return { before: null, after }
  return id.startsWith('properties.') ? { after } : { before, after }
}

/** What the call needs beside what is there. */
const prepare: Record<
  string,
  (member: TestMember, ids: Ids) => Promise<Partial<Parameters<typeof call>[2]>>
> = {
  'accounts.remove': async () => {
    const { accountUuid } = await server.newAccount()
    return { ids: { accountUuid }, query: { check: 'Test' } }
  },
  'accounts.activate': async () => ({ ids: { accountUuid: (await server.newAccount()).accountUuid } }),
  'exclusions.remove': async (_, { exclusionUuid }) => ({ query: { id: exclusionUuid! } }),
  'members.setPrimaryTeam': async (_, { teamUuid }) => ({ query: { teamuuid: teamUuid! } }),
  'teams.addMember': async (_, { memberUuid }) => ({ body: { uuid: memberUuid! } }),
  'builds.submit': async ({ api }, ids) => {
    await api.builds.create({ body: { url: 'https://example.org/new', branch: 'main' } })
    const { uuid } = await server.db
      .selectFrom('build')
      .select('uuid')
      .where('account_uuid', '=', ids['accountUuid']!)
      .where('state', '=', 'preparing')
      .executeTakeFirstOrThrow()
    return { ids: { ...ids, id: uuid } }
  },
  'sso.remove': async ({ api, accountUuid }) => {
    const body = { name: 'Ours', issuer: 'https://login.example.org', clientId: 'assay' }
    await api.sso.putOidc({ params: { accountUuid }, body })
    return {}
  },
  'databases.sync': async () => ({ ids: { id: 'osv' } }),
  'databases.upload': async () => ({ ids: { id: 'osv' } }),
  'passkeys.rename': async (member) => ({ ids: { passkeyUuid: await addPasskey(server, member) } }),
  'passkeys.remove': async (member) => ({ ids: { passkeyUuid: await addPasskey(server, member) } }),
  'sessions.revoke': async (member) => {
    await openSessionFor(server, member)
    const row = server.db.selectFrom('session').select('uuid').where('member_uuid', '=', member.uuid)
    return { ids: { sessionUuid: (await row.executeTakeFirstOrThrow()).uuid } }
  },
}

describe('an event is left by', () => {
  test.each(changing.filter(({ id }) => !(id in elsewhere)))('$id', async (walked) => {
    const member = await server.newAccount()
    const isOperator = { is_operator: true }
    await server.db.updateTable('account').set(isOperator).where('uuid', '=', member.accountUuid).execute()
    const { accountUuid } = member
    const ids = walked.id === 'demo.load' ? { accountUuid } : await makeThings(server, member)
    const more = await prepare[walked.id]?.(member, ids)
    const authorization = await openSessionFor(server, member)
    const answer = await call(server, walked, { authorization, ids, ...more })
    expect(answer.ok ? 'done' : await answer.text()).toBe('done')
    const { events } = await member.api.audit.list({ params: { accountUuid }, query: {} })
    expect(events.find(({ action }) => action === walked.id)).toMatchObject({
      ...{ memberUuid: member.uuid, memberEmail: member.email, address: '127.0.0.1', agent: 'node' },
      credential: expect.stringMatching(/^session [\da-f-]{36}$/),
      target: expect.any(Object),
      ...told(walked.id),
    })
  })
})

test('what is done elsewhere is a call of the contract', () => {
  expect(Object.keys(elsewhere).filter((id) => !changing.some((walked) => walked.id === id))).toEqual([])
})
