import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { type DirectoryEntry, startDirectory } from '#testing/directory-server.ts'
import { sessionOf, setPassword, signedIn, testPassword } from '#testing/sessions.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { otherTlsCertificate, tlsCertificate } from '#testing/tls-certificate.ts'
import { checkDirectoryJob } from './check-directory-job.ts'

const base = 'dc=example,dc=org'
const service = { dn: `cn=assay,${base}`, password: 'of the service', attributes: {} }

const directory = forAllTests(startDirectory)
const server = testServer(() => ({ withWorker: false, settings: settings() }))
const admin = forAllTests(() => server.newAccount())
const settings = (more: Record<string, string> = {}) => ({
  ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
  ASSAY_LDAP_URL: directory.url,
  ASSAY_LDAP_CERTIFICATE: tlsCertificate.cert.replaceAll('\n', String.raw`\n`),
  ASSAY_LDAP_BASE_DN: base,
  ASSAY_LDAP_BIND_DN: service.dn,
  ASSAY_LDAP_BIND_PASSWORD: service.password,
  ASSAY_LDAP_GROUP_BASE_DN: `ou=groups,${base}`,
  ASSAY_LDAP_NESTED_GROUPS: 'true',
  ASSAY_LDAP_ROLES: JSON.stringify({
    admins: 'Administrator',
    [`CN=Devs, OU=Groups,${base}`]: 'Collaborator',
  }),
  ASSAY_LDAP_TEAMS: '{"devs":"Backend"}',
  ASSAY_LDAP_TRUST_ADDRESSES: 'true',
  ASSAY_LDAP_NAME: 'Our directory',
  ...more,
})
beforeEach(async () => {
  Object.assign(directory, { entries: [service], references: [], padding: 0, wrongPassword: 49 })
  Object.assign(directory, { binds: [], unencrypted: [], refusesTls: false, hangs: false })
  await server.db.deleteFrom('login_failure').execute()
  await server.db.deleteFrom('external_login').execute()
})

let count = 0
/** A person of the directory, invited to the account of the test. */
async function person(
  more: DirectoryEntry['attributes'] = {},
): Promise<DirectoryEntry & { member: TestMember }> {
  const member = await server.addMember(admin, 'Viewer')
  return { ...add({ mail: [member.email], ...more }), member }
}
function add(more: DirectoryEntry['attributes'] = {}): DirectoryEntry & { uid: string } {
  const uid = `ada${++count}`
  const attributes = {
    objectClass: ['person'],
    uid: [uid],
    cn: ['Ada Lovelace'],
    mail: [`${uid}@example.org`],
    entryUUID: [randomUUID()],
    ...more,
  }
  const entry = { dn: `uid=${uid},ou=people,${base}`, password: 'of Ada', attributes }
  directory.entries.push(entry)
  return { ...entry, uid }
}
const group = (name: string, member: string[]) => {
  const dn = `cn=${name},ou=groups,${base}`
  directory.entries.push({ dn, attributes: { cn: [name], member } })
  return dn
}

interface Answer {
  token?: string | undefined
  challenge?: string
  errorType?: string
}
async function logIn(email: string, password = 'of Ada', at = server): Promise<Answer & { status: number }> {
  const response = await fetch(`${at.url}/api/v1/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return { status: response.status, ...((await response.json()) as Answer) }
}
const loginOf = ({ attributes }: DirectoryEntry) => String(attributes['uid']![0])
const me = async ({ token }: Answer) => sessionOf(server, token!).users.me()
const wrong = { status: 401, errorType: 'wrongCredentials' }

describe('a login with a name of the directory', () => {
  test('is offered, and starts a session of the member with the address', async () => {
    const ada = await person()
    expect(await server.anonymous.publicConfig.get()).toMatchObject({ ways: { ldap: 'Our directory' } })
    const entered = await logIn(loginOf(ada))
    expect(await me(entered)).toMatchObject({ id: ada.member.uuid })
    expect(await me(await logIn(ada.member.email))).toMatchObject({ id: ada.member.uuid })
    const { events } = await admin.api.audit.list({
      params: { accountUuid: admin.accountUuid },
      query: { action: 'credentials.login' },
    })
    expect(events[0]).toMatchObject({ memberUuid: ada.member.uuid, credential: 'ldap' })
  })

  test('recognizes the entry by its identifier, whatever its name and address are', async () => {
    const ada = await person()
    await logIn(loginOf(ada))
    const entry = directory.entries.at(-1)!
    Object.assign(entry, { dn: `uid=moved,ou=elsewhere,${base}` })
    Object.assign(entry.attributes, { uid: ['renamed'], mail: ['other@example.org'] })
    expect(await me(await logIn('renamed'))).toMatchObject({ id: ada.member.uuid })
  })

  test('knows binary identifiers', async () => {
    const objectGUID = [Buffer.from('ff00fe01808182838485868788898a8b', 'hex')]
    const ada = await person({ entryUUID: [], objectGUID })
    expect(await me(await logIn(loginOf(ada)))).toMatchObject({ id: ada.member.uuid })
    const { subject } = await server.db
      .selectFrom('external_login')
      .select('subject')
      .where('member_uuid', '=', ada.member.uuid)
      .executeTakeFirstOrThrow()
    expect(subject).toBe('objectGUID ff00fe01808182838485868788898a8b')
  })

  test('is wrong for another password, an unknown name, and entries without identifier', async () => {
    const ada = await person()
    expect(await logIn(loginOf(ada), 'of somebody else')).toMatchObject(wrong)
    expect(await logIn('nobody')).toMatchObject(wrong)
    expect(await logIn(loginOf(await person({ entryUUID: [] })))).toMatchObject(wrong)
  })

  test.each([19, 32, 48, 50, 53])('is wrong if the directory refuses it with code %i', async (code) => {
    directory.wrongPassword = code
    expect(await logIn(loginOf(await person()), 'x')).toMatchObject(wrong)
  })

  test('asks the directory as often for unknown names', async () => {
    const ada = await person()
    const bindsOf = async (name: string) => {
      directory.binds = []
      await logIn(name, 'x')
      return directory.binds.length
    }
    expect(await bindsOf('nobody')).toBe(await bindsOf(loginOf(ada)))
  })

  test('never passes with an empty password, for which directories let everybody bind', async () => {
    const ada = await person()
    expect(await logIn(loginOf(ada), '')).toMatchObject({ status: 400 })
    expect(directory.binds).toEqual([])
  })

  test.each(['*', 'ada*', '*)(uid=*', 'x)(|(objectClass=*', String.raw`\2a`, 'ada\0'])(
    'takes %j as a name, not as a filter',
    async (name) => {
      add()
      add()
      expect((await logIn(name)).token).toBeUndefined()
    },
  )

  test('needs the only entry with the name', async () => {
    const ada = await person()
    add({ uid: [loginOf(ada)] })
    expect(await logIn(loginOf(ada))).toMatchObject(wrong)
  })

  test.each([
    { userAccountControl: ['514'] },
    { nsAccountLock: ['TRUE'] },
    { loginDisabled: ['TRUE'] },
    { pwdAccountLockedTime: ['000001010000Z'] },
  ])('is wrong for an entry with %j', async (state) => {
    expect(await logIn(loginOf(await person(state)))).toMatchObject(wrong)
  })

  test('is not the password of a member here, which is never sent to the directory', async () => {
    const member = await server.addMember(admin, 'Viewer')
    await setPassword(server, member)
    expect((await logIn(member.email, testPassword)).token).toBeDefined()
    expect(directory.binds).toEqual([])
  })

  test('ignores references to other directories', async () => {
    directory.references = ['ldap://127.0.0.1:1/dc=elsewhere']
    expect((await logIn(loginOf(await person()))).token).toBeDefined()
  })

  test('needs an invitation', async () => {
    expect(await logIn(add().uid)).toMatchObject({ status: 403, errorType: 'notInvited' })
  })

  test('is a password, so that an account can require a second factor', async () => {
    const other = await server.newAccount()
    const params = { accountUuid: other.accountUuid }
    const owner = await signedIn(server, other)
    await owner.api.accounts.configure({ params, body: { requiresMfa: true } })
    const entry = add({ mail: [other.email] })
    const entered = await logIn(entry.uid)
    expect(entered).toMatchObject({ status: 202, mustSetUp: true, challenge: expect.any(String) })
    expect(entered.token).toBeUndefined()
  })
})

describe('guesses', () => {
  const guess = (names: string[]) => Promise.all(names.map(async (name) => (await logIn(name, 'x')).status))

  test('are limited as those of passwords', async () => {
    const ada = await person()
    const statuses = await guess(Array.from({ length: 16 }, () => loginOf(ada)))
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(await logIn(loginOf(ada))).toMatchObject({ status: 429, errorType: 'tooManyAttempts' })
  })

  test('count for the entry in whatever way its name is spelled', async () => {
    const ada = await person({ uid: Array.from({ length: 16 }, () => randomUUID()) })
    const statuses = await guess(ada.attributes['uid']!.map(String))
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(directory.binds.filter((dn) => dn === ada.dn).length).toBeLessThan(16)
  })
})

describe('groups', () => {
  test('give role and teams, also by groups within groups, and take them away', async () => {
    const teamUuid = await server.addTeam(admin, 'Backend')
    const ada = await person()
    const devs = group('devs', [ada.dn])
    const admins = group('admins', [group('circle', [devs, `cn=admins,ou=groups,${base}`])])
    const { token } = await logIn(loginOf(ada))
    expect(await me({ token })).toMatchObject({ role: 'Administrator' })
    const teams = async () =>
      (await admin.api.members.get({ params: params(ada) })).teams.map(({ uuid }) => uuid)
    expect(await teams()).toEqual([teamUuid])
    directory.entries = directory.entries.filter(({ dn }) => dn !== admins)
    expect(await me(await logIn(loginOf(ada)))).toMatchObject({ role: 'Collaborator' })
    directory.entries = directory.entries.filter(({ dn }) => dn !== devs)
    expect(await me(await logIn(loginOf(ada)))).toMatchObject({ role: 'Viewer' })
    expect(await teams()).toEqual([])
  })

  test('are read in pages, with names that have to be escaped', async () => {
    const ada = await person()
    const entry = directory.entries.at(-1)!
    entry.dn = `cn=Ada (she\\, her) *,ou=people,${base}`
    for (let at = 0; at < 450; at++) group(`group ${at}`, [entry.dn])
    group('devs', [entry.dn])
    expect(await me(await logIn(loginOf(ada)))).toMatchObject({ role: 'Collaborator' })
  })

  test('do not count by a common name that looks like a distinguished one', async () => {
    const ada = await person()
    const dn = `ou=mine,ou=groups,${base}`
    directory.entries.push({ dn, attributes: { cn: [`CN=Devs, OU=Groups,${base}`], member: [ada.dn] } })
    expect(await me(await logIn(loginOf(ada)))).toMatchObject({ role: 'Viewer' })
  })
})

const params = ({ member }: { member: TestMember }) => ({
  accountUuid: member.accountUuid,
  memberUuid: member.uuid,
})

describe('reauthentication', () => {
  test('takes the password of the directory', async () => {
    const ada = await person()
    const { token } = await logIn(loginOf(ada))
    const api = sessionOf(server, token!)
    expect(await api.reauthentication.get()).toMatchObject({ password: true })
    const confirm = (password: string) => api.reauthentication.confirm({ body: { password } })
    await expect(confirm('x')).rejects.toMatchObject(wrong)
    await confirm('of Ada')
    directory.entries = [service]
    await expect(confirm('of Ada')).rejects.toMatchObject(wrong)
  })
})

describe('somebody whom the directory no longer lists', () => {
  const check = () => checkDirectoryJob.run(server.context, {}, { priority: 'refresh' } as never)
  const status = async (each: { member: TestMember }) =>
    (await admin.api.members.get({ params: params(each) })).status

  test('is disabled with sessions and tokens, unlike others', async () => {
    const [ada, grace] = [await person(), await person()]
    const { token } = await logIn(loginOf(ada))
    await logIn(loginOf(grace))
    await check()
    expect(await status(ada)).toBe('Active')
    directory.entries = directory.entries.filter(({ dn }) => dn !== ada.dn)
    await check()
    expect([await status(ada), await status(grace)]).toEqual(['Inactive', 'Active'])
    await expect(me({ token })).rejects.toMatchObject({ status: 401 })
    await expect(ada.member.api.users.me()).rejects.toMatchObject({ status: 401 })
    const { events } = await admin.api.audit.list({
      params: { accountUuid: admin.accountUuid },
      query: { action: 'members.update' },
    })
    expect(events[0]).toMatchObject({ credential: 'directory', target: { memberUuid: ada.member.uuid } })
  })

  test('is disabled if the entry is', async () => {
    const [ada, grace] = [await person(), await person()]
    for (const each of [ada, grace]) await logIn(loginOf(each))
    ada.attributes['nsAccountLock'] = ['true']
    await check()
    expect([await status(ada), await status(grace)]).toEqual(['Inactive', 'Active'])
  })

  test('stays if the directory cannot be asked, or lists hardly anybody', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => person()))
    for (const each of people) await logIn(loginOf(each))
    directory.entries = []
    await check()
    directory.entries = [service]
    await check()
    expect(new Set(await Promise.all(people.map(status)))).toEqual(new Set(['Active']))
  })
})

describe('a connection', () => {
  const start = (more: Record<string, string>) =>
    startTestServer({ withWorker: false, settings: settings(more) })
  /** Against a server with other settings and the same directory. */
  async function withServer(
    more: Record<string, string>,
    act: (other: TestServer, own: TestMember) => Promise<void>,
  ) {
    const other = await start(more)
    try {
      await act(other, await other.newAccount())
    } finally {
      await other.stop()
    }
  }
  const unreachable = { status: 502, errorType: 'providerUnreachable' }

  test('starts TLS before anything else, or is not used', async () => {
    await withServer({ ASSAY_LDAP_URL: directory.plainUrl }, async (other, own) => {
      const { uid } = add({ mail: [own.email] })
      expect((await logIn(uid, 'of Ada', other)).token).toBeDefined()
      expect(directory.unencrypted).toEqual([0x77])
      directory.refusesTls = true
      expect(await logIn(uid, 'of Ada', other)).toMatchObject(unreachable)
      expect(new Set(directory.unencrypted)).toEqual(new Set([0x77]))
    })
  })

  test.each(['url', 'plainUrl'] as const)(
    'is refused with a certificate of another authority: %s',
    async (url) => {
      const certificate = otherTlsCertificate.cert.replaceAll('\n', String.raw`\n`)
      const more = { ASSAY_LDAP_URL: directory[url], ASSAY_LDAP_CERTIFICATE: certificate }
      await withServer(more, async (other, own) => {
        const { uid } = add({ mail: [own.email] })
        expect(await logIn(uid, 'of Ada', other)).toMatchObject(unreachable)
        expect(directory.binds).toEqual([])
      })
    },
  )

  test('goes to the next server if one does not answer', async () => {
    const second = await startDirectory()
    second.entries = directory.entries
    await withServer({ ASSAY_LDAP_URL: `ldaps://127.0.0.1:1 ${second.url}` }, async (other, own) => {
      const { uid } = add({ mail: [own.email] })
      expect((await logIn(uid, 'of Ada', other)).token).toBeDefined()
      expect((await logIn(uid, 'of Ada', other)).token).toBeDefined()
    })
    await second.stop()
  })

  test('ends after a time, and after too much', async () => {
    await withServer({ ASSAY_SIGN_ON_TIMEOUT_SECONDS: '1' }, async (other, own) => {
      const { uid } = add({ mail: [own.email] })
      directory.hangs = true
      expect(await logIn(uid, 'of Ada', other)).toMatchObject(unreachable)
      directory.hangs = false
      directory.padding = 2 * 1024 ** 2
      expect(await logIn(uid, 'of Ada', other)).toMatchObject(unreachable)
    })
  })

  test('does not lead into a private network unless the operator allows it', async () => {
    await withServer({ ASSAY_ALLOW_PRIVATE_NETWORKS: 'false' }, async (other) => {
      expect(await logIn('ada', 'of Ada', other)).toMatchObject(unreachable)
    })
  })

  test('as a service user with a wrong password is no wrong password of the person', async () => {
    await withServer({ ASSAY_LDAP_BIND_PASSWORD: 'wrong' }, async (other, own) => {
      const { uid } = add({ mail: [own.email] })
      expect(await logIn(uid, 'of Ada', other)).toMatchObject(unreachable)
    })
  })

  test('leads nobody to a member by an address that people may change there', async () => {
    await withServer({ ASSAY_LDAP_TRUST_ADDRESSES: 'false' }, async (other, own) => {
      const { uid } = add({ mail: [own.email] })
      expect(await logIn(uid, 'of Ada', other)).toMatchObject({ status: 403, errorType: 'emailUnverified' })
    })
  })
})
