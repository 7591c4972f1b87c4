import { contract } from '@assay/contract/contract.ts'
import { type Endpoint, mediaTypeOf } from '@assay/contract/endpoint.ts'
import { permissionsOf, roles } from '@assay/contract/permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filePart, npmInventory } from './testing/inventories.ts'
import { startTestServer, type TestMember, type TestServer } from './testing/test-server.ts'

// Walks over every endpoint of the contract: what it says of permissions and accounts must be what the server does.

let server: TestServer
let own: TestMember
let foreign: TestMember
let foreignIds: Record<string, string>

const endpoints = Object.entries(contract).flatMap(([tag, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${tag}.${name}`,
    endpoint,
  })),
)

beforeAll(async () => {
  server = await startTestServer()
  own = await server.newAccount()
  foreign = await server.newAccount()
  foreignIds = await makeThings(foreign)
})
afterAll(() => server.stop())

/** One of each thing that a path can name. */
async function makeThings(member: TestMember): Promise<Record<string, string>> {
  const build = await member.api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['lodash@4.17.4'])),
      branch: 'main',
      url: 'https://example.org/walk',
    },
  })
  const { accountUuid } = member
  const [token] = await member.api.tokens.list({ params: { accountUuid } })
  const team = await member.api.teams.create({ body: { name: 'Walkers' } })
  const policy = await member.api.policies.create({
    params: { accountUuid },
    body: { name: 'p', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
  })
  const tag = await member.api.tags.create({ body: { name: 'walked' } })
  const added = await member.api.members.add({
    params: { accountUuid },
    body: { email: `${team.uuid}@example.org`, role: 'Team viewer' },
  })
  await member.api.teams.addMember({
    params: { teamUuid: team.uuid },
    body: { uuid: added.uuid, role: 'Viewer' },
  })
  return {
    accountUuid: member.accountUuid,
    projectUuid: build.uuid,
    reportUuid: build.reportUuid!,
    tokenUuid: token!.uuid,
    policyUuid: policy.uuid,
    ...{ teamUuid: team.uuid, memberUuid: added.uuid, tagUuid: tag.uuid, tagName: tag.name },
    sessionUuid: added.uuid,
    id: build.id,
    name: 'walked',
    ...{ type: 'oidc', domain: 'example.org' },
  }
}

/** Values that pass the schemas of queries and bodies, by endpoint. */
const queries: Record<string, string> = {
  'reports.declareOutcome': '?outcome=PASS',
  'exclusions.create': '?domain=security',
  'exclusions.remove': '?domain=security&id=5f0c2f6e-7d7e-4a87-9a0f-0c8f5ad2f9c1',
  'members.setPrimaryTeam': '?teamuuid=00000000-0000-4000-8000-000000000000',
  'credentials.forget': '?email=nobody%40example.org',
  'accounts.activate': '?active=true',
  'accounts.setPlan': '?name=enterprise',
  'sso.activate': '?active=true',
  'metrics.project': '?branch=main',
  'scans.compare': '?from=5f0c2f6e-7d7e-4a87-9a0f-0c8f5ad2f9c1&to=5f0c2f6e-7d7e-4a87-9a0f-0c8f5ad2f9c1',
  'databases.upload': '?name=x.json',
}
const bodies: Record<string, unknown> = {
  'credentials.login': { email: 'nobody@example.org', password: 'wrong' },
  'tokens.create': { name: 'walk' },
  'projects.create': { url: 'https://example.org/new' },
  'builds.create': { url: 'https://example.org/new', branch: 'main' },
  'builds.submit': { content: 'lodash,4.17.4', language: 'nodejs' },
  'exclusions.create': { cve: 'CVE-2020-0001' },
  'accounts.create': { name: 'Another', email: 'another@example.org' },
  'accounts.update': { name: 'Renamed' },
  'properties.setOfAccount': { a: 1 },
  'properties.setOfTeam': { a: 1 },
  'policies.create': { name: 'no AGPL', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
  'policies.update': { active: false },
  'members.add': { email: 'someone@example.org' },
  'members.update': { name: 'Changed' },
  'teams.create': { name: 'New' },
  'teams.update': { name: 'Changed' },
  'teams.addMember': { uuid: '00000000-0000-4000-8000-000000000000' },
  'teams.updateMember': { role: 'Administrator' },
  'tags.create': { name: 'new' },
  'tags.update': { name: 'changed' },
  'credentials.register': { email: 'new@example.org', password: 'a password of some length' },
  'credentials.verify': { token: 'asyv_none', password: 'a password of some length' },
  'credentials.reset': { token: 'asyl_none', password: 'a password of some length' },
  'mfa.change': {},
  'credentials.change': { password: 'x', newPassword: 'a password of some length' },
  'scim.createUser': { userName: 'provisioned@example.org' },
  'scim.replaceUser': { userName: 'replaced@example.org' },
  'scim.patchUser': { Operations: [{ op: 'replace', path: 'displayName', value: 'Patched' }] },
  'scim.createGroup': { displayName: 'Provisioned' },
  'scim.replaceGroup': { displayName: 'Replaced' },
  'scim.patchGroup': { Operations: [{ op: 'replace', path: 'displayName', value: 'Patched' }] },
  'sso.putOidc': { name: 'Ours', issuer: 'https://login.example.org', clientId: 'assay' },
  'sso.putSaml': {
    ...{ name: 'Ours', url: 'https://login.example.org/saml', issuer: 'https://login.example.org' },
    certificate: 'none',
  },
  'sso.setDomains': { domains: ['example.org'], role: 'Viewer' },
  'databases.sync': { from: 'https://127.0.0.1/none' },
}

async function call(
  id: string,
  endpoint: Endpoint,
  { authorization, ids }: { authorization?: string; ids: Record<string, string> },
) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'missing')
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  let body: string | FormData | undefined
  if (endpoint.body && mediaTypeOf(endpoint.body) === 'multipart/form-data') {
    body = new FormData()
    body.set('branch', 'main')
    body.set('url', 'https://example.org/walk')
    body.set('file', new Blob([npmInventory(['left-pad@1.3.0']) as Uint8Array<ArrayBuffer>]), 'bom.json')
  } else if (endpoint.method !== 'GET') {
    headers['content-type'] = endpoint.body ? mediaTypeOf(endpoint.body) : 'application/json'
    body = endpoint.body ? JSON.stringify(bodies[id] ?? {}) : undefined
  }
  return fetch(server.url + path + (queries[id] ?? ''), {
    method: endpoint.method,
    headers,
    ...(body !== undefined && { body }),
  })
}

const nothing = Object.fromEntries(
  [
    ...[
      'accountUuid',
      'projectUuid',
      'reportUuid',
      'tokenUuid',
      'teamUuid',
      'memberUuid',
      'tagUuid',
      'policyUuid',
      'sessionUuid',
    ],
    'id',
  ].map((name) => [name, '00000000-0000-4000-8000-000000000000']),
)
const guarded = endpoints.filter(({ endpoint }) => endpoint.permission !== 'public')

describe('without login', () => {
  test.each(guarded)('$id answers 401', async ({ id, endpoint }) => {
    const response = await call(id, endpoint, { ids: nothing })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject(
      id.startsWith('scim.') ? { status: '401' } : { errorType: 'loginRequired' },
    )
  })

  test('an authorization of another type is refused by name', async () => {
    const response = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: 'Basic x' } })
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { message: 'The authorization type must be Bearer or token' },
    ])
  })
})

describe.each(roles)('%s', (role) => {
  let member: TestMember
  beforeAll(async () => {
    member = await server.addMember(own, role, await server.addTeam(own, `team of ${role}`))
  })

  test('is refused exactly where the table says', async () => {
    const wrong: string[] = []
    for (const { id, endpoint } of guarded) {
      const { permission } = endpoint
      const may = permission === 'member' || permissionsOf(role).has(permission as never)
      const answer = await call(id, endpoint, { authorization: member.authorization, ids: nothing })
      const { status } = answer
      // Some calls are also refused for another reason than the table, and say so.
      const isForbidden = status === 403 && /"forbidden"|"status":"403"/.test(await answer.text())
      if (isForbidden === may) wrong.push(`${id}: ${status}, but ${may ? 'may' : 'may not'}`)
      if (status >= 500) wrong.push(`${id}: ${status}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('what an account has not switched on', () => {
  test('is refused by name, exactly where the contract says', async () => {
    const bare = await server.newAccount()
    const { accountUuid } = bare
    await bare.api.accounts.setFeatures({ params: { accountUuid }, query: {} })
    const wrong: string[] = []
    for (const { id, endpoint } of guarded) {
      const answer = await call(id, endpoint, { authorization: bare.authorization, ids: nothing })
      const body = await answer.text()
      const isRefused = answer.status === 403 && body.includes("' is off in this account")
      if (isRefused !== (endpoint.features !== undefined)) wrong.push(`${id}: ${answer.status} ${body}`)
      else if (isRefused && !id.startsWith('scim.') && !body.includes('"featureOff"')) wrong.push(id)
    }
    expect(wrong).toEqual([])
  })

  test('changes nothing for who may not do it anyway', async () => {
    const bare = await server.newAccount()
    const { accountUuid } = bare
    const viewer = await server.addMember(bare, 'Viewer')
    await bare.api.accounts.setFeatures({ params: { accountUuid }, query: {} })
    await expect(viewer.api.teams.create({ body: { name: 'x' } })).rejects.toMatchObject({
      errorType: 'forbidden',
    })
    expect(await bare.api.teams.list()).toHaveLength(1)
  })
})

describe("another account's ids", () => {
  const naming = guarded.filter(
    ({ endpoint }) =>
      endpoint.path.includes('{') &&
      !endpoint.path.includes('databases') &&
      endpoint.permission !== 'session',
  )

  test.each(naming)('$id answers like an unknown one', async ({ id, endpoint }) => {
    const [theirs, unknown] = await Promise.all([
      call(id, endpoint, { authorization: own.authorization, ids: foreignIds }),
      call(id, endpoint, { authorization: own.authorization, ids: { ...nothing } }),
    ])
    expect(theirs.status).toBe(404)
    expect(await theirs.text()).toBe(await unknown.text())
  })

  test('changed nothing there', async () => {
    const [token, build] = await Promise.all([
      foreign.api.tokens.list({ params: { accountUuid: foreign.accountUuid } }),
      foreign.api.reports.history({ params: { projectUuid: foreignIds['projectUuid']! } }),
    ])
    expect(token).toHaveLength(1)
    expect(build).toHaveLength(1)
  })
})

describe("another account's ids in queries and bodies", () => {
  const ids = () => foreignIds as { projectUuid: string; teamUuid: string; memberUuid: string }
  const account = () => ({ accountUuid: own.accountUuid })

  const cases: Record<string, () => Promise<unknown>> = {
    'a project for a team': () =>
      own.api.projects.create({ body: { url: 'https://example.org/x', teamUuid: ids().teamUuid } }),
    'an upload for a team': () =>
      own.api.uploads.intoNew({
        body: {
          ...{ file: filePart(npmInventory([])), branch: 'main', url: 'https://example.org/x' },
          teamUuid: ids().teamUuid,
        },
      }),
    'a member for a team': async () => {
      const { uuid } = await own.api.teams.create({ body: { name: 'T' } })
      return own.api.teams.addMember({ params: { teamUuid: uuid }, body: { uuid: ids().memberUuid } })
    },
    'a tag for a project': async () => {
      const { uuid } = await own.api.tags.create({ body: { name: 'mine' } })
      return own.api.tags.update({ params: { tagUuid: uuid }, body: { projects: [ids().projectUuid] } })
    },
    'a token for a team': () =>
      own.api.tokens.create({ params: account(), body: { name: 't', teamUuid: ids().teamUuid } }),
    'a token for a project': () =>
      own.api.tokens.create({ params: account(), body: { name: 't', projectUuid: ids().projectUuid } }),
    'a primary team': () =>
      own.api.members.setPrimaryTeam({
        params: { ...account(), memberUuid: own.uuid },
        query: { teamuuid: ids().teamUuid },
      }),
    'a member for a group': () =>
      own.api.scim.createGroup({ body: { displayName: 'G', members: [{ value: ids().memberUuid }] } }),
    'the rows of a team': () => own.api.metrics.rows({ query: { teamUUID: ids().teamUuid } }),
    'the metrics of a team': () => own.api.metrics.security({ query: { teamUUID: ids().teamUuid } }),
  }

  test.each(Object.entries(cases))('%s', async (_name, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ status: 404 })
  })
})

test('every change leaves an event that says who did what', async () => {
  const first = await server.newAccount()
  const ids = await makeThings(first)
  // The walk revokes the token of the first one.
  const changing = await server.addMember(first, 'Administrator')
  const done: string[] = []
  for (const { id, endpoint } of guarded) {
    if (endpoint.method === 'GET') continue
    const { ok } = await call(id, endpoint, { authorization: changing.authorization, ids })
    if (ok) done.push(id)
  }
  expect(done.length).toBeGreaterThan(15)
  const { events } = await changing.api.audit.list({
    params: { accountUuid: changing.accountUuid },
    query: { limit: 500 },
  })
  const told = new Set(events.map(({ action }) => action))
  expect(done.filter((id) => !told.has(id))).toEqual([])
  expect(new Set(events.map(({ memberEmail }) => memberEmail))).toEqual(
    new Set([first.email, changing.email]),
  )
})

test('what is no uuid is unknown, too', async () => {
  const response = await fetch(`${server.url}/api/v1/projects/..%2f..%2fx`, {
    headers: { authorization: own.authorization },
  })
  expect(response.status).toBe(404)
})
