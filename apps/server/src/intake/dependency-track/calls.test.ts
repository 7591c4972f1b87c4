import type { Endpoint } from '@assay/contract/endpoint.ts'
import { dependencyTrack } from '@assay/contract/intake/dependency-track.ts'
import {
  type Permission,
  permissionsOf,
  roles,
  tokenAccesses,
  tokenPermissions,
} from '@assay/contract/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { z } from 'zod'
import { npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { makeViews, type ViewedAccount } from '#testing/views.ts'

// Every call of Dependency-Track's clients, as the walks over our own contract: login, roles, scopes, ids and input.

let account: ViewedAccount
/** Of the project a1 and of another account. */
let own: string
let theirs: string

const calls: [name: string, call: Endpoint][] = Object.entries(dependencyTrack)
const guarded = calls.filter(([, { permission }]) => permission !== 'public')
const unknown = '00000000-0000-4000-8000-000000000000'
const bom = Buffer.from(npmInventory(['left-pad@1.3.0'])).toString('base64')
const parameters: Record<string, string> = {
  token: unknown,
  date: '20260101',
  days: '3',
  tagName: 'web',
  name: 'a1',
  version: 'main',
}

const bodies: Record<string, (uuid: string) => unknown> = {
  putBom: (project) => ({ project, bom }),
  postBom: (project) => ({ project, bom }),
  notification: () => ({
    notification: { group: 'BOM_PROCESSED', subject: { project: { name: 'n' }, bom: { content: bom } } },
  }),
  putVex: (project) => ({ project, vex: bom }),
  postVex: (project) => ({ project, vex: bom }),
  createProject: () => ({ name: 'created', version: '1' }),
  updateProject: (uuid) => ({ uuid, tags: [{ name: 'x' }] }),
  patchProject: () => ({ tags: [{ name: 'x' }] }),
  removeProjects: (uuid) => [uuid],
  recordAnalysis: (project) => ({ project, component: unknown, vulnerability: unknown, comment: 'x' }),
  cloneProject: (project) => ({ project, version: 'copied' }),
  v2Clone: () => ({ version: 'copied' }),
  createProperty: () => property,
  updateProperty: () => property,
  removeProperty: () => property,
}
const property = { groupName: 'g', propertyName: 'n', propertyValue: 'v' }
/** Queries that name a version. */
const queries: Record<string, (uuid: string) => string> = {
  lookup: () => '?name=none&version=1',
  analysis: (uuid) => `?project=${uuid}&component=${unknown}&vulnerability=${unknown}`,
}

interface Attempt {
  authorization?: string
  uuid?: string
  body?: unknown
}

async function send(name: string, call: Endpoint, { authorization, uuid = unknown, body }: Attempt) {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => parameters[key] ?? uuid)
  const sent = body ?? bodies[name]?.(uuid)
  const query = queries[name]?.(uuid) ?? ''
  const response = await fetch(server.url + path + query, {
    method: call.method,
    headers: {
      ...credentials(authorization),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  })
  return { status: response.status, text: await response.text() }
}

/** API tokens as a key, sessions as they are. */
function credentials(authorization: string | undefined): Record<string, string> {
  const token = authorization?.replace(/^\w+ /, '')
  if (authorization === undefined || token === undefined) return {}
  return token.startsWith('asyt_') ? { 'x-api-key': token } : { authorization }
}

const server = testServer()
beforeAll(async () => {
  account = await makeViews(server)
  own = await branchOf(account.admin, account.projects['a1']!)
  const other = await server.newAccount()
  const file = { filename: 'bom.json', bytes: npmInventory(['lodash@4.17.4']) }
  const { uuid } = await other.api.uploads.intoNew({ body: { file, branch: 'main', url: 'theirs' } })
  theirs = await branchOf(other, uuid)
})

const branchesOf = async (projectUuids: string[]): Promise<string[]> =>
  (
    await server.db
      .selectFrom('branch')
      .select('uuid')
      .where('project_uuid', 'in', [...projectUuids, unknown])
      .execute()
  ).map(({ uuid }) => uuid)

async function branchOf({ api }: TestMember, projectUuid: string): Promise<string> {
  const [branch] = await api.projects.branches({ params: { projectUuid } })
  return branch!.uuid
}

test.each(guarded)('%s requires a login', async (name, call) => {
  expect((await send(name, call, {})).status).toBe(401)
  expect((await send(name, call, { authorization: 'token asyt_none' })).status).toBe(401)
})

describe.each(roles)('%s', (role) => {
  test('is refused exactly what the permissions say, with every kind of token', async () => {
    const other = await server.newAccount()
    const member = await server.addMember(other, role, await server.addTeam(other, 'A'))
    const wrong: string[] = []
    for (const access of tokenAccesses) {
      const authorization = await server.addToken(member, { access })
      for (const [name, call] of guarded) {
        const { status, text } = await send(name, call, { authorization })
        const { permission } = call
        const isAllowed =
          access !== 'scim' &&
          (permission === 'member' ||
            (permissionsOf(role).has(permission as Permission) &&
              tokenPermissions[access].has(permission as Permission)))
        if ((status === 403) === isAllowed || status >= 500)
          wrong.push(`${access} ${name}: ${status} ${text}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

const takesUuid = (name: string, call: Endpoint) =>
  call.path.includes('{branchUuid}') ||
  (bodies[name] !== undefined && !['createProject', 'notification'].includes(name))

test('uuids of another account are unknown, and nothing is changed by them', async () => {
  const count = async () =>
    (await server.db.selectFrom('build').select('uuid').execute()).length +
    (await server.db.selectFrom('project').select('uuid').where('deleted_at', 'is', null).execute()).length
  const before = await count()
  const { authorization } = account.admin
  const wrong: string[] = []
  for (const uuid of [theirs, unknown, 'none']) {
    for (const [name, call] of guarded.filter(([each, call]) => takesUuid(each, call))) {
      const { status, text } = await send(name, call, { authorization, uuid })
      const isMalformed = uuid === 'none' && status === 400 && !call.path.includes('{')
      if (!isMalformed && (status !== 404 || text !== 'The project could not be found.'))
        wrong.push(`${name} ${uuid}: ${status} ${text}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await count()).toBe(before)
})

test('callers see the versions of the projects in their scope, and no others', async () => {
  const seen: string[] = []
  for (const [name, view] of Object.entries(account.views)) {
    const { status, text } = await send('projects', dependencyTrack.projects, view)
    if (status === 403) continue
    const listed = (JSON.parse(text) as { uuid: string }[]).map(({ uuid }) => uuid)
    const projects = view.isStranger ? [] : view.projects
    const expected = await branchesOf(projects.map((each) => account.projects[each]!))
    expect([name, listed.toSorted()]).toEqual([name, expected.toSorted()])
    const sums = await send('portfolioMetrics', dependencyTrack.portfolioMetrics, view)
    if (sums.status === 200)
      expect([name, JSON.parse(sums.text)]).toMatchObject([name, { projects: expected.length }])
    for (const [call, endpoint] of guarded.filter(
      ([, { method, path }]) => method === 'GET' && path.includes('{branchUuid}'),
    )) {
      const answer = await send(call, endpoint, { ...view, uuid: own })
      if (answer.status === 403) continue
      if ((answer.status === 200) !== expected.includes(own)) seen.push(`${name}: ${call} ${answer.status}`)
    }
  }
  expect(seen).toEqual([])
})

/** Values that no field accepts, or that it must take as it is. */
const hostile: unknown[] = [
  null,
  1,
  true,
  [],
  {},
  '',
  ' ',
  '__proto__',
  'a\u0000b',
  '\u202e',
  "'; drop table x",
  'x'.repeat(70_000),
  { name: {} },
  [[[]]],
]

test('input of any kind is refused or taken, but never fails', async () => {
  const { authorization } = await server.newAccount()
  const wrong: string[] = []
  for (const [name, call] of guarded.filter(([each]) => bodies[each])) {
    const fields = call.body instanceof z.ZodObject ? Object.keys(call.body.shape) : []
    for (const value of hostile) {
      const sent = [value, ...fields.map((field) => ({ projectName: 'h', autoCreate: true, [field]: value }))]
      for (const body of sent) {
        const { status, text } = await send(name, call, { authorization, body: body ?? 'null' })
        if (status >= 500) wrong.push(`${name} ${JSON.stringify(body)?.slice(0, 100)}: ${status} ${text}`)
      }
    }
  }
  for (const [name, call] of guarded.filter(([, { method }]) => method === 'GET')) {
    for (const query of [
      'pageNumber=-1&pageSize=x',
      'pageSize=999999999',
      'limit=1&offset=3',
      'name=%00',
      'version[]=1',
      'severity=CRITICAL&analysisStatus=IN_TRIAGE&textSearchInput=x&textSearchField=PROJECT_NAME&epssFrom=0.1&isKev=true',
      'publishDateFrom=2024-01-01&attributedOnDateTo=2030-01-01&showSuppressed=true&cvssv3To=9.9',
      'query=lodash',
    ]) {
      const path = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => parameters[key] ?? unknown)
      const response = await fetch(`${server.url}${path}?${query}`, { headers: { authorization } })
      if (response.status >= 500) wrong.push(`${name} ${query}: ${response.status}`)
    }
  }
  expect(wrong).toEqual([])
})
