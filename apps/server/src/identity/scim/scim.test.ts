import { describe, expect, test } from 'vitest'
import { forEachTest, testServer } from '#testing/for-tests.ts'
import { logIn, sessionOf, setPassword, signedIn } from '#testing/sessions.ts'
import { type TestMember } from '#testing/test-server.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'

const server = testServer({ withWorker: false })
const admin = forEachTest(() => server.newAccount())

const basic = (accountUuid: string, secret: string) =>
  `Basic ${Buffer.from(`${accountUuid}:${secret}`).toString('base64')}`
const secretOf = ({ authorization }: TestMember) => authorization.slice('token '.length)

interface Body {
  [name: string]: unknown
  id: string
  Resources: Body[]
  members: { value: string }[]
}

interface Sent {
  method: string
  path: string
  body?: unknown
  authorization: string
}

async function send({ method, path, body, authorization }: Sent) {
  const response = await fetch(`${server.url}/api/v1/scim${path}`, {
    method,
    headers: {
      authorization,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    type,
    headers: response.headers,
    body: (text ? JSON.parse(text) : null) as Body,
  }
}
/** A request as sent by identity providers. */
const call = (method: string, path: string, body?: unknown) =>
  send({ method, path, body, authorization: basic(admin.accountUuid, secretOf(admin)) })
const listAs = (authorization: string) => send({ method: 'GET', path: '/Users', authorization })
let counter = 0
const address = () => `scim-${++counter}@example.org`
const addUser = async (more: object = {}) => {
  const userName = address()
  const { body } = await call('POST', '/Users', { userName, ...more })
  return { ...body, userName }
}
const patch = (path: string, ...Operations: object[]) =>
  call('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
const list = (path: string, filter: string, more = '') =>
  call('GET', `${path}?filter=${encodeURIComponent(filter)}${more}`)

describe('authorization', () => {
  test("accepts an administrator's API token with admin access, as Basic, Bearer or token", async () => {
    const ways = [basic(admin.accountUuid, secretOf(admin)), `Bearer ${secretOf(admin)}`, admin.authorization]
    for (const way of ways) expect((await listAs(way)).status).toBe(200)
  })

  test('rejects a token with the uuid of another account, and malformed headers', async () => {
    const other = await server.newAccount()
    for (const way of [
      basic(other.accountUuid, secretOf(admin)),
      basic(admin.accountUuid, 'x'),
      'Basic',
      'Basic %',
    ]) {
      const { status, type, headers, body } = await listAs(way)
      expect([status, type]).toEqual([401, 'application/scim+json; charset=utf-8'])
      expect(headers.get('www-authenticate')).toMatch(/^Basic/)
      expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
    }
  })

  test('rejects tokens with less access, for a team, or of another role', async () => {
    const params = { accountUuid: admin.accountUuid }
    const teamUuid = await server.addTeam(admin, 'T')
    const ways = [
      await admin.api.tokens.create({ params, body: { name: 'w', access: 'write' } }),
      await admin.api.tokens.create({ params, body: { name: 't', teamUuid } }),
    ].map(({ token }) => basic(admin.accountUuid, token))
    const viewer = await server.addMember(admin, 'Collaborator')
    for (const way of [...ways, basic(admin.accountUuid, secretOf(viewer))])
      expect((await listAs(way)).status).toBe(403)
  })

  test('accepts Basic for no other endpoint', async () => {
    const authorization = basic(admin.accountUuid, secretOf(admin))
    const { status } = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization } })
    expect(status).toBe(401)
  })

  test('is not needed for discovery', async () => {
    for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/User', '/Schemas'])
      expect((await fetch(`${server.url}/api/v1/scim${path}`)).status).toBe(200)
    const { body } = await call('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group')
    expect(body).toMatchObject({ name: 'Group' })
    expect((await call('GET', '/Schemas/urn:none')).status).toBe(404)
  })

  test('says what programs need to make a user or a group', async () => {
    const subAttributeOf = async (kind: 'User' | 'Group', attribute: string, name: string) => {
      const { body } = await call('GET', `/Schemas/urn:ietf:params:scim:schemas:core:2.0:${kind}`)
      type Described = { name: string; required: boolean; subAttributes: Described[] }
      const [found] = (body as unknown as { attributes: Described[] }).attributes.filter(
        (each) => each.name === attribute,
      )
      return { ...found!, of: found!.subAttributes.find((each) => each.name === name) }
    }
    expect(await subAttributeOf('User', 'emails', 'value')).toMatchObject({
      required: true,
      of: { required: true },
    })
    expect((await subAttributeOf('User', 'roles', 'value')).of).toMatchObject({
      canonicalValues: ['Administrator', 'Collaborator', 'Viewer'],
    })
    expect((await subAttributeOf('Group', 'members', '$ref')).of).toMatchObject({
      referenceTypes: ['User'],
      mutability: 'immutable',
    })
  })
})

describe('POST /Users', () => {
  test('creates an active member with role Viewer and returns it', async () => {
    const email = address()
    const { status, body, headers } = await call('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'ann',
      externalId: 'E-1',
      name: { givenName: 'Ann', familyName: 'Smith' },
      emails: [
        { value: 'other@example.org', type: 'home' },
        { value: email.toUpperCase(), type: 'work', primary: true },
      ],
      active: true,
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'x' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      userName: 'ann',
      externalId: 'E-1',
      displayName: 'Ann Smith',
      active: true,
      groups: [],
      name: { formatted: 'Ann Smith', givenName: 'Ann', familyName: 'Smith' },
      emails: [{ value: email, primary: true }],
      roles: [{ value: 'Viewer' }],
      meta: { resourceType: 'User', location: headers.get('location') },
    })
    const members = await admin.api.members.list({ params: { accountUuid: admin.accountUuid } })
    expect(members.find((member) => member.uuid === body.id)).toMatchObject({
      email,
      status: 'Active',
      role: 'Viewer',
    })
    expect((await server.mailed()).filter(({ to }) => to === email)).toEqual([])
    const { events } = await admin.api.audit.list({ params: { accountUuid: admin.accountUuid }, query: {} })
    expect(events[0]).toMatchObject({ action: 'scim.createUser', target: { memberUuid: body.id } })
  })

  test('rejects a userName or address already taken in any account', async () => {
    const { userName } = await addUser()
    const other = await server.newAccount()
    for (const name of [userName.toUpperCase(), other.email])
      expect(await call('POST', '/Users', { userName: name })).toMatchObject({
        status: 409,
        body: { status: '409', scimType: 'uniqueness' },
      })
  })

  test('rejects a missing address, unknown role or missing userName', async () => {
    const wrong = [{ userName: 'bob' }, { userName: address(), roles: [{ value: 'King' }] }, { active: true }]
    for (const body of wrong)
      expect(await call('POST', '/Users', body)).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue' },
      })
  })

  test('names the attribute that a PATCH makes invalid once, with what is expected', async () => {
    const { id } = await addUser()
    const operation = { op: 'replace', path: 'name.familyName', value: 7 }
    expect(await patch(`/Users/${id}`, operation)).toMatchObject({
      status: 400,
      body: { detail: 'name.familyName must be text' },
    })
  })
})

describe('GET /Users', () => {
  test.each([
    ['userName eq "X"', 1],
    ['username eq "x" and active eq true', 1],
    ['externalId eq "Ext"', 1],
    ['externalId eq "ext"', 0],
    ['displayName co "ERS"', 1],
    ['emails.value sw "scim-"', 1],
    ['emails[type eq "work" and value ew "@example.org"]', 2],
    ['externalId pr', 1],
    ['not (externalId pr) or userName eq "x"', 2],
    ['externalId ne "Ext"', 1],
    ['active eq false', 0],
    ['userName eq "\' or true --"', 0],
  ])('with filter %s finds %i', async (filter, count) => {
    await addUser({
      userName: 'x',
      externalId: 'Ext',
      displayName: 'A Person',
      emails: [{ value: address() }],
    })
    const { body } = await list('/Users', filter)
    expect([body['totalResults'], body.Resources.length]).toEqual([count, count])
  })

  test('pages without exceeding the requested count', async () => {
    for (let each = 0; each < 4; each++) await addUser()
    const pages = await Promise.all(
      [1, 3, 5].map((start) => call('GET', `/Users?startIndex=${start}&count=2`)),
    )
    expect(pages.map(({ body }) => [body['totalResults'], body['startIndex'], body['itemsPerPage']])).toEqual(
      [
        [5, 1, 2],
        [5, 3, 2],
        [5, 5, 1],
      ],
    )
    expect(new Set(pages.flatMap(({ body }) => body.Resources.map(({ id }) => id))).size).toBe(5)
    expect((await call('GET', '/Users?startIndex=-3&count=-1')).body).toMatchObject({
      startIndex: 1,
      Resources: [],
    })
    const short = await call('GET', '/Users?attributes=userName,name.givenName&count=1')
    expect(Object.keys(short.body.Resources[0]!).toSorted()).toEqual(['id', 'name', 'schemas', 'userName'])
  })

  test.each(['userName', 'password eq "x"', 'active gt true'])('rejects %s', async (filter) => {
    expect(await list('/Users', filter)).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } })
  })

  test('shows no members of other accounts', async () => {
    const other = await server.newAccount()
    const { body } = await list('/Users', `userName eq "${other.email}"`)
    expect(body['totalResults']).toBe(0)
    expect(await call('GET', `/Users/${other.uuid}`)).toMatchObject({ status: 404, body: { status: '404' } })
  })
})

describe('updating a user', () => {
  test('replaces attributes, including the login address', async () => {
    const { id, userName } = await addUser({ externalId: 'x' })
    const next = address()
    const { status, body } = await call('PUT', `/Users/${id}`, {
      userName: next,
      displayName: 'New Name',
      roles: [{ value: 'collaborator' }],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ userName: next, displayName: 'New Name', emails: [{ value: next }] })
    expect(body).toMatchObject({ roles: [{ value: 'Collaborator' }], active: true })
    expect(body).not.toHaveProperty('externalId')
    expect((await call('POST', '/Users', { userName })).status).toBe(201)
  })

  test('with a new address ends sessions and invalidates links of the old one', async () => {
    const account = await server.newAccount()
    const user = await server.addMember(account, 'Viewer')
    const { api } = await signedIn(server, user)
    await account.api.members.invite({ params: { accountUuid: account.accountUuid, memberUuid: user.uuid } })
    await api.users.me()
    const email = `${user.uuid}@new.example.org`
    await account.api.scim.patchUser({
      params: { memberUuid: user.uuid },
      body: { Operations: [{ op: 'replace', path: 'emails', value: [{ value: email, primary: true }] }] },
    })
    await expect(api.users.me()).rejects.toMatchObject({ status: 401 })
    const links = server.db.selectFrom('mailed_link').select('uuid').where('member_uuid', '=', user.uuid)
    expect(await links.execute()).toEqual([])
  })

  test('accepts the operations sent by identity providers', async () => {
    const { id } = await addUser({ displayName: 'Old Name' })
    const next = address()
    const { body } = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: next },
      { op: 'Add', value: { 'name.givenName': 'Bo', 'name.familyName': 'Lee' } },
      { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'Team viewer' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'x',
      },
    )
    expect(body).toMatchObject({
      displayName: 'Bo Lee',
      emails: [{ value: next }],
      roles: [{ value: 'Team viewer' }],
    })
  })

  test.each([
    ['Azure', { op: 'Replace', path: 'active', value: 'False' }],
    ['Okta', { op: 'replace', value: { active: false } }],
  ])('to inactive, as sent by %s, ends sessions and tokens', async (_name, operation) => {
    const person = await server.addMember(admin, 'Collaborator')
    await setPassword(server, person)
    const session = sessionOf(server, tokenOf(await logIn(server, person)))
    await session.users.me()
    expect((await patch(`/Users/${person.uuid}`, operation)).body).toMatchObject({ active: false })
    for (const way of [session, person.api])
      await expect(way.users.me()).rejects.toMatchObject({ status: 401 })
    await expect(logIn(server, person)).rejects.toMatchObject({ status: 401 })
    expect((await list('/Users', 'active eq false')).body['totalResults']).toBe(1)
    await patch(`/Users/${person.uuid}`, { op: 'replace', path: 'active', value: true })
    await expect(session.users.me()).rejects.toMatchObject({ status: 401 })
    await logIn(server, person)
  })

  test('never removes the last administrator', async () => {
    const path = `/Users/${admin.uuid}`
    const attempts = await Promise.all([
      call('DELETE', path),
      patch(path, { op: 'replace', path: 'active', value: false }),
      patch(path, { op: 'replace', path: 'roles', value: [{ value: 'Viewer' }] }),
    ])
    for (const { status, body } of attempts) expect([status, body['status']]).toEqual([409, '409'])
    expect((await call('GET', path)).body).toMatchObject({
      active: true,
      roles: [{ value: 'Administrator' }],
    })
  })

  test('is rejected entirely if one operation is invalid', async () => {
    const { id, userName } = await addUser()
    const wrong = await patch(
      `/Users/${id}`,
      { op: 'replace', path: 'displayName', value: 'Changed' },
      { op: 'remove' },
    )
    expect(wrong).toMatchObject({ status: 400, body: { scimType: 'noTarget' } })
    expect((await call('GET', `/Users/${id}`)).body['displayName']).toBe(userName.split('@', 1)[0])
  })

  test('removes a member', async () => {
    const { id } = await addUser()
    expect(await call('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: null })
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(404)
  })
})

describe('/Groups', () => {
  test('are teams, whose new members get the role Team viewer', async () => {
    const [ann, bob] = [await addUser(), await addUser()]
    const { status, body } = await call('POST', '/Groups', {
      displayName: 'Engineers',
      externalId: 'G-1',
      members: [{ value: ann.id }],
    })
    expect([status, body.members.map(({ value }) => value)]).toEqual([201, [ann.id]])
    const at = { params: { teamUuid: body.id } }
    await admin.api.teams.updateMember({
      params: { teamUuid: body.id, memberUuid: ann.id },
      body: { role: 'Team administrator' },
    })
    await patch(`/Groups/${body.id}`, {
      op: 'Add',
      path: 'members',
      value: [{ value: bob.id }, { value: ann.id }],
    })
    const roles = (await admin.api.teams.members(at)).map(({ uuid, role }) => [uuid, role])
    expect(Object.fromEntries(roles)).toEqual({ [ann.id]: 'Team administrator', [bob.id]: 'Team viewer' })
    expect((await call('GET', `/Users/${bob.id}`)).body['groups']).toMatchObject([
      { value: body.id, display: 'Engineers' },
    ])
    await patch(`/Groups/${body.id}`, { op: 'Remove', path: `members[value eq "${ann.id}"]` })
    expect((await admin.api.teams.members(at)).map(({ uuid }) => uuid)).toEqual([bob.id])
  })

  test('are found by name, external id and member', async () => {
    const { id } = await addUser()
    const created = await call('POST', '/Groups', {
      displayName: 'Found',
      externalId: 'G',
      members: [{ value: id }],
    })
    await call('POST', '/Groups', { displayName: 'Other' })
    const filters = [
      'displayName eq "found"',
      'externalId eq "G"',
      `id eq "${created.body.id}" and members eq "${id}"`,
    ]
    for (const filter of filters)
      expect((await list('/Groups', filter)).body.Resources.map((group) => group.id)).toEqual([
        created.body.id,
      ])
    const [short] = (await list('/Groups', 'displayName eq "Found"', '&excludedAttributes=members')).body
      .Resources
    expect(short).not.toHaveProperty('members')
  })

  test('are renamed and deleted; omitted members are kept', async () => {
    const { id } = await addUser()
    const { body } = await call('POST', '/Groups', { displayName: 'Before', members: [{ value: id }] })
    const renamed = await patch(`/Groups/${body.id}`, {
      op: 'replace',
      value: { id: body.id, displayName: 'After' },
    })
    expect(renamed.body).toMatchObject({ displayName: 'After', members: [{ value: id }] })
    const replaced = await call('PUT', `/Groups/${body.id}`, { displayName: 'Again', members: [] })
    expect(replaced.body).toMatchObject({ displayName: 'Again', members: [] })
    expect((await call('DELETE', `/Groups/${body.id}`)).status).toBe(204)
    expect((await call('GET', `/Groups/${body.id}`)).status).toBe(404)
  })

  test('reject unknown members and duplicate names without changes', async () => {
    const otherAccount = await server.newAccount()
    const { body } = await call('POST', '/Groups', { displayName: 'Ours' })
    for (const value of [otherAccount.uuid, 'nobody'])
      expect(
        (await patch(`/Groups/${body.id}`, { op: 'add', path: 'members', value: [{ value }] })).status,
      ).toBe(404)
    expect(await call('POST', '/Groups', { displayName: 'ours' })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    })
    expect((await call('GET', `/Groups/${body.id}`)).body.members).toEqual([])
  })
})

test('malformed JSON is rejected in SCIM format', async () => {
  const response = await fetch(`${server.url}/api/v1/scim/Users`, {
    method: 'POST',
    headers: { authorization: admin.authorization, 'content-type': 'application/scim+json' },
    body: '{',
  })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { scimType: 'invalidSyntax', status: '400' },
  ])
})

describe('a SCIM token', () => {
  const make = async () => {
    const params = { accountUuid: admin.accountUuid }
    const { api } = await signedIn(server, admin)
    return api.tokens.create({ params, body: { name: 'directory', access: 'scim' } })
  }

  test('works for SCIM with any authorization scheme', async () => {
    const { token } = await make()
    for (const authorization of [basic(admin.accountUuid, token), `Bearer ${token}`]) {
      const created = await send({
        method: 'POST',
        path: '/Users',
        body: { userName: address() },
        authorization,
      })
      expect(created.status).toBe(201)
      expect((await listAs(authorization)).status).toBe(200)
    }
  })

  test('works for no other endpoint, and public endpoints treat it as anonymous', async () => {
    const { token } = await make()
    const asToken = (path: string, method = 'GET') =>
      fetch(`${server.url}/api/v1${path}`, { method, headers: { authorization: `token ${token}` } })
    const account = `/accounts/${admin.accountUuid}`
    for (const [path, method] of [
      ...([['/users/me'], [`${account}/sso`], [`${account}/provisioning`], [`${account}/tokens`]] as const),
      ...([
        [`${account}/features?names=`, 'POST'],
        [account, 'DELETE'],
      ] as const),
    ] as const) {
      const response = await asToken(path, method)
      expect([path, response.status]).toEqual([path, 403])
      expect(await response.json()).toMatchObject({ errorType: 'forbidden' })
    }
    const anonymous = await fetch(`${server.url}/api/v1${account}`)
    expect((await asToken(account)).status).toBe(anonymous.status)
  })

  test('of a member who is not an administrator does not work', async () => {
    const viewer = await server.addMember(admin, 'Viewer')
    const params = { accountUuid: admin.accountUuid }
    const { api } = await signedIn(server, viewer)
    const { token } = await api.tokens.create({ params, body: { name: 'x', access: 'scim' } })
    expect((await listAs(`Bearer ${token}`)).status).toBe(403)
  })
})

test('the provisioning status is visible to administrators', async () => {
  const params = { accountUuid: admin.accountUuid }
  const readStatus = () => admin.api.scimStatus.get({ params })
  const nothing = { baseUrl: 'http://localhost:8080/api/v1/scim', users: 0, groups: 0, changedAt: null }
  expect(await readStatus()).toEqual({
    ...nothing,
    baseUrl: expect.stringContaining('/api/v1/scim') as string,
  })
  await addUser()
  await call('POST', '/Groups', { displayName: 'From there' })
  await admin.api.teams.create({ body: { name: 'From here' } })
  const { users, groups, changedAt } = await readStatus()
  expect([users, groups]).toEqual([1, 1])
  expect(changedAt).toBeGreaterThan(Date.now() - 60_000)
  const viewer = await server.addMember(admin, 'Viewer')
  await expect(viewer.api.scimStatus.get({ params })).rejects.toMatchObject({ status: 403 })
})

describe('of ten concurrent requests with one name, one succeeds and nine get 409:', () => {
  test.each([
    ['users', '/Users', { userName: 'crowd@example.org' }],
    ['groups', '/Groups', { displayName: 'Crowd' }],
  ])('%s', async (_what, path, body) => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => call('POST', path, body)))
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    const refused = responses.filter(({ status }) => status === 409).map((each) => each.body['scimType'])
    expect(new Set(refused)).toEqual(new Set(['uniqueness']))
  })
})
