import type { Endpoint } from '@assay/contract/endpoint.ts'
import { defectDojo } from '@assay/contract/intake/defect-dojo.ts'
import {
  DojoFindingsQuery,
  EngagementInput,
  ProductInput,
  ScanInput,
  TestInput,
} from '@assay/contract/intake/defect-dojo-inputs.ts'
import {
  type Permission,
  permissionsOf,
  roles,
  tokenAccesses,
  tokenPermissions,
} from '@assay/contract/permissions.ts'
import { beforeAll, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { defectDojoClient } from '#testing/defectdojo-client.ts'
import { makeViews, type ViewedAccount } from '#testing/views.ts'
import { idOfUuid } from './dojo-id.ts'

// Every call of DefectDojo's clients, as the walks over our own contract: login, roles, scopes, ids and input.

let account: ViewedAccount

const server = testServer()
beforeAll(async () => {
  account = await makeViews(server)
})

const all: [name: string, call: Endpoint][] = Object.entries(defectDojo)
const calls = all.filter(([, { permission }]) => permission !== 'public')
const byNumber = (a: number, b: number) => a - b
const pathOf = (call: Endpoint, id: number | string) => call.path.replaceAll('{id}', String(id))

async function send(
  call: Endpoint,
  authorization: string,
  { id = 1, body = {} }: { id?: number; body?: unknown } = {},
) {
  const client = defectDojoClient(server, authorization)
  if (call.method === 'GET') return client.get(pathOf(call, id))
  return client.send(call.method, pathOf(call, id), body)
}

test.each(calls)('%s requires a login', async (_, call) => {
  expect((await send(call, '')).status).toBe(401)
  expect((await send(call, 'token asyt_none')).status).toBe(401)
})

test.each(roles)('%s is refused exactly what the permissions say, with every kind of token', async (role) => {
  const other = await server.newAccount()
  const member = await server.addMember(other, role, await server.addTeam(other, 'A'))
  const wrong: string[] = []
  for (const access of tokenAccesses) {
    const authorization = await server.addToken(member, { access })
    for (const [name, call] of calls) {
      const permission = call.permission as Permission | 'member'
      const { status, body } = await send(call, authorization)
      const isHeld =
        permission === 'member' ||
        (permissionsOf(role).has(permission) && tokenPermissions[access].has(permission))
      const isAllowed = access !== 'scim' && isHeld
      if ((status === 403) === isAllowed || status >= 500)
        wrong.push(`${access} ${name}: ${status} ${JSON.stringify(body)}`)
    }
  }
  expect(wrong).toEqual([])
})

test('callers see the products in their scope, and no others; ids of others are unknown', async () => {
  for (const [name, view] of Object.entries(account.views)) {
    const { status, body } = await send(defectDojo.products, view.authorization)
    if (status === 403) continue
    const projects = view.isStranger ? [] : view.projects
    const expected = projects.map((each) => idOfUuid(account.projects[each]!)).toSorted(byNumber)
    const listed = (body.results as { id: number }[]).map(({ id }) => id).toSorted(byNumber)
    expect([name, listed]).toEqual([name, expected])
    const id = idOfUuid(account.projects['a1']!)
    const one = await send(defectDojo.product, view.authorization, { id })
    expect([name, one.status]).toEqual([name, expected.includes(id) ? 200 : 404])
    const made = await send(defectDojo.createEngagement, view.authorization, {
      body: { product: id, name: 'x' },
    })
    if (!expected.includes(id) && made.status !== 403) expect([name, made.status]).toEqual([name, 400])
  }
})

/** Values that no field accepts, or that it must take as it is. */
const hostile: unknown[] = [
  null,
  1,
  1e300,
  true,
  [],
  {},
  '',
  '__proto__',
  'a\u0000b',
  '\u202e',
  "'; drop table x",
]

test('input of any kind is refused or taken, but never fails', async () => {
  const { authorization } = await server.newAccount()
  const fields = [ScanInput, ProductInput, EngagementInput, TestInput].flatMap(({ shape }) =>
    Object.keys(shape),
  )
  const wrong: string[] = []
  for (const [name, call] of all.filter(([, { body }]) => body))
    for (const value of [...hostile, 'x'.repeat(70_000)]) {
      const base = {
        scan_type: 'SARIF',
        product_name: 'h',
        engagement_name: 'h',
        auto_create_context: true,
        file: '{}',
      }
      for (const body of [value, ...fields.map((field) => ({ ...base, name: 'h', [field]: value }))]) {
        const { status, body: text } = await send(call, authorization, { body: body ?? 'null' })
        if (status >= 500)
          wrong.push(`${name} ${JSON.stringify(body).slice(0, 100)}: ${status} ${JSON.stringify(text)}`)
      }
    }
  const client = defectDojoClient(server, authorization)
  for (const [name, call] of calls.filter(([, { method }]) => method === 'GET'))
    for (const query of [
      'limit=-1&offset=x',
      'limit=999999999',
      'name=%00',
      'title[]=1',
      'product=x&engagement=1e99',
    ]) {
      const { status } = await client.get(`${pathOf(call, '9'.repeat(30))}?${query}`)
      if (status >= 500) wrong.push(`${name} ${query}: ${status}`)
    }
  for (const field of Object.keys(DojoFindingsQuery.shape))
    for (const value of ['__proto__', 'a\u0000b', '1e300']) {
      const { status } = await client.get(`/api/v2/findings/?${field}=${encodeURIComponent(value)}`)
      if (status >= 500) wrong.push(`findings ${field}=${value}: ${status}`)
    }
  expect(wrong).toEqual([])
})
