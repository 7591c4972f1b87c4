import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { startDirectory, type TestDirectory } from '#testing/directory-server.ts'
import { sessionOf, signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { tlsCertificate } from '#testing/tls-certificate.ts'
import { checkDirectoryJob } from './check-directory-job.ts'

// Two accounts, each with a directory of its administrator, who can write anything into it.

const base = 'dc=example,dc=org'
const service = { dn: `cn=assay,${base}`, password: 'of the service', attributes: {} }
let [a, b]: TestMember[] = []
let [ofA, ofB]: TestDirectory[] = []

afterAll(() => Promise.all([ofA!.stop(), ofB!.stop()]))
const server = testServer({ withWorker: false, settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
beforeAll(async () => {
  ;[ofA, ofB] = [await startDirectory(), await startDirectory()]
  ;[a, b] = [await newAdmin(), await newAdmin()]
  await setUp(a, ofA)
  await setUp(b, ofB)
})
beforeEach(() => {
  for (const each of [ofA!, ofB!]) Object.assign(each, { entries: [service], binds: [], hangs: false })
})

const newAdmin = async () => signedIn(server, await server.newAccount())
const of = ({ accountUuid }: TestMember) => ({ params: { accountUuid } })
const settingsOf = ({ url }: TestDirectory) => ({
  name: 'Ours',
  urls: [url],
  certificate: tlsCertificate.cert,
  bindDn: service.dn,
  baseDn: base,
  trustsAddresses: true,
})
async function setUp(admin: TestMember, directory: TestDirectory): Promise<void> {
  const body = { ...settingsOf(directory), bindPassword: service.password }
  await admin.api.sso.putLdap({ ...of(admin), body })
  const params = { accountUuid: admin.accountUuid, type: 'ldap' }
  await admin.api.sso.activate({ params, query: { active: 'true' } })
}
const add = (directory: TestDirectory, mail: string) => {
  const uid = randomUUID()
  const attributes = {
    objectClass: ['person'],
    uid: [uid],
    cn: ['Ada'],
    mail: [mail],
    entryUUID: [randomUUID()],
  }
  directory.entries.push({ dn: `uid=${uid},${base}`, password: 'of Ada', attributes })
  return uid
}
const logIn = (email: string, account?: TestMember) =>
  server.anonymous.credentials.login({
    body: { email, password: 'of Ada', ...(account && { account: account.accountUuid }) },
  })
const logInAs = async (email: string, account: TestMember) =>
  sessionOf(server, ((await logIn(email, account)) as { token: string }).token).users.me()

describe("an account's directory", () => {
  test('logs in members of the account, and nobody of another one', async () => {
    const member = await server.addMember(a!, 'Viewer')
    expect(await logInAs(add(ofA!, member.email), a!)).toMatchObject({ id: member.uuid })
    await expect(logIn(add(ofB!, member.email), b)).rejects.toMatchObject({ errorType: 'notInvited' })
  })

  test('does not take over identities of another one with the same names and identifiers', async () => {
    const member = await server.addMember(a!, 'Viewer')
    const uid = add(ofA!, member.email)
    await logIn(uid, a)
    ofB!.entries = ofA!.entries
    await expect(logIn(uid, b)).rejects.toMatchObject({ errorType: 'notInvited' })
  })

  test('is asked only for logins to the account', async () => {
    const uid = add(ofA!, a!.email)
    await expect(logIn(uid)).rejects.toMatchObject({ errorType: 'wrongCredentials' })
    await expect(logIn(uid, b)).rejects.toMatchObject({ errorType: 'wrongCredentials' })
    expect(ofA!.binds).toEqual([])
  })

  test('is named where its account logs in, and not elsewhere', async () => {
    const site = (query: object) => server.anonymous.publicConfig.get({ query })
    expect(await site({ account: a!.accountUuid })).toMatchObject({
      ways: { ldap: 'Ours', account: a!.accountUuid },
    })
    expect(await site({})).toMatchObject({ ways: { ldap: null } })
  })

  test('disables its members and no others', async () => {
    const [left, stays] = [await server.addMember(a!, 'Viewer'), await server.addMember(b!, 'Viewer')]
    const uid = add(ofA!, left.email)
    await logIn(uid, a)
    await logIn(add(ofB!, stays.email), b)
    ofA!.entries = ofA!.entries.filter(({ dn }) => !dn.includes(uid))
    await checkDirectoryJob.run(server.context, {}, { priority: 'refresh' } as never)
    await expect(left.api.users.me()).rejects.toMatchObject({ status: 401 })
    expect(await stays.api.users.me()).toMatchObject({ id: stays.uuid })
  })
})

describe('its settings', () => {
  test('keep the password of the service user, and show it to nobody', async () => {
    const { ldap } = await a!.api.sso.putLdap({ ...of(a!), body: { ...settingsOf(ofA!), name: 'Renamed' } })
    expect(ldap).toMatchObject({ name: 'Renamed', hasSecret: true, isActive: true })
    expect(JSON.stringify(ldap)).not.toContain(service.password)
    expect(await logInAs(add(ofA!, a!.email), a!)).toMatchObject({ id: a!.uuid })
    await setUp(a!, ofA!)
  })

  test.each([
    ['another server', { urls: ['ldaps://evil.example'] }],
    ['another service user', { bindDn: 'cn=other' }],
  ])('need the password again for %s', async (_, more) => {
    const saving = a!.api.sso.putLdap({ ...of(a!), body: { ...settingsOf(ofA!), ...more } })
    await expect(saving).rejects.toMatchObject({ status: 400, errorType: 'secretMissing' })
  })

  test('need it for the first time', async () => {
    const admin = await newAdmin()
    const saving = admin.api.sso.putLdap({ ...of(admin), body: settingsOf(ofA!) })
    await expect(saving).rejects.toMatchObject({ status: 400, errorType: 'secretMissing' })
  })

  test.each(['http://ldap.example.org', 'ldap://', 'ldaps://user@ldap.example.org', 'ldap://a/dc=x'])(
    'take no address such as %s',
    async (url) => {
      const body = { ...settingsOf(ofA!), urls: [url], bindPassword: 'x' }
      await expect(a!.api.sso.putLdap({ ...of(a!), body })).rejects.toMatchObject({
        errorType: 'invalidInput',
      })
    },
  )

  test('can be tested', async () => {
    const params = { accountUuid: a!.accountUuid, type: 'ldap' }
    const wrongs = async () =>
      (await a!.api.sso.check({ params })).findings
        .filter(({ isRight }) => !isRight)
        .map(({ message }) => message)
    expect(await wrongs()).toEqual(['The filter finds nobody'])
    add(ofA!, a!.email)
    expect(await wrongs()).toEqual([])
    ofA!.entries = [{ ...service, password: 'changed' }]
    expect(await wrongs()).toEqual(['The service user was refused'])
    await a!.api.sso.putLdap({ ...of(a!), body: { ...settingsOf(ofA!), certificate: '' } })
    expect(await wrongs()).toEqual(['Its certificate is not trusted'])
    const filter = { ...settingsOf(ofA!), userFilter: '(uid={login}' }
    await a!.api.sso.putLdap({ ...of(a!), body: filter })
    expect(await wrongs()).toEqual(['This filter cannot be read: (uid={login}'])
    await setUp(a!, ofA!)
  })
})
