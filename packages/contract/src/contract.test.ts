import { describe, expect, test } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { openapi } from './openapi.ts'
import { isTeamRole, parseRole, type Permission, permissions, permissionsOf, roles } from './permissions.ts'

const endpoints = Object.entries(contract).flatMap(([tag, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${tag}.${name}`,
    endpoint,
  })),
)

describe('endpoints', () => {
  test('have a method and path of their own', () => {
    const places = endpoints.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`,
    )
    expect(new Set(places).size).toBe(places.length)
  })

  test.each(endpoints)('$id is described, guarded and answers something', ({ endpoint }) => {
    expect(endpoint.summary).toMatch(/^\S.{5,}$/)
    expect(['public', 'member', ...permissions]).toContain(endpoint.permission)
    expect(Object.keys(endpoint.responses)).not.toEqual([])
    expect(endpoint.path).toMatch(/^\/(?:api\/v\d\/|healthz$|readyz$)/)
  })
})

/** What each role may do, written out from the specification: a group alone means all of its acts. */
const reading = [
  'projects.read',
  'tags.read',
  'insights.read',
  'teams.read',
  'members.read',
  'policies.read',
  'isaac.read',
  'account.read',
  'reports.read',
]
const ownTokens = ['tokens.read-self', 'tokens.create-self', 'tokens.edit-self', 'tokens.delete-self']
const viewer = [...ownTokens, ...reading]
const collaborator = [...viewer, 'projects.edit', 'reports.edit', 'account.support']
const table: Record<(typeof roles)[number], string[]> = {
  Administrator: permissions,
  Collaborator: collaborator,
  Viewer: viewer,
  'Team administrator': [
    ...['tokens', 'projects', 'members', 'policies', 'reports'].flatMap((group) =>
      permissions.filter((each) => each.startsWith(`${group}.`)),
    ),
    ...['tags.read', 'insights.read', 'isaac.read', 'account.read', 'teams.read', 'teams.edit'],
  ],
  'Team collaborator': collaborator,
  'Team viewer': viewer,
}

describe('roles', () => {
  test.each(roles)('%s may do what the table says, and nothing else', (role) => {
    expect([...permissionsOf(role)].toSorted()).toEqual(table[role].toSorted())
  })

  test('nobody but administrators disables an account, supports it or configures it', () => {
    const holders = (permission: Permission) => roles.filter((role) => permissionsOf(role).has(permission))
    expect(holders('account.disable')).toEqual(['Administrator'])
    expect(holders('configuration.edit')).toEqual(['Administrator'])
    expect(holders('tokens.delete-any')).toEqual(['Administrator', 'Team administrator'])
  })

  test('are read without case', () => {
    expect(parseRole(' team ADMINISTRATOR ')).toBe('Team administrator')
    expect(parseRole('owner')).toBeNull()
    expect(roles.filter(isTeamRole)).toHaveLength(3)
  })
})

describe('the OpenAPI document', () => {
  const document = openapi(contract, '1.2.3')
  const text = JSON.stringify(document)

  test('names each endpoint once, with its permission', () => {
    const operations = Object.values(
      document['paths'] as Record<string, Record<string, Record<string, unknown>>>,
    ).flatMap((item) => Object.values(item))
    expect(operations.map((each) => String(each['operationId'])).toSorted()).toEqual(
      endpoints.map(({ id }) => id).toSorted(),
    )
    expect(operations.every((each) => typeof each['x-permission'] === 'string')).toBe(true)
  })

  test('refers only to components that it has', () => {
    const { schemas } = document['components'] as { schemas: Record<string, unknown> }
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]!)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !(name in schemas))).toEqual([])
    expect(text).not.toContain('$defs')
  })
})
