import { describe, expect, test } from 'vitest'
import { callerFor, type Identity } from './identity.ts'

const identity = (more: Partial<Identity>): Identity => ({
  accountUuid: 'account',
  memberUuid: 'member',
  email: 'a@example.org',
  role: 'Viewer',
  memberships: [],
  features: [],
  token: null,
  by: { kind: 'session', uuid: 'session' },
  ...more,
})
const inTeams = (a: 'Team administrator' | 'Team viewer', b: 'Team collaborator' | 'Team viewer') => [
  { teamUuid: 'a', role: a },
  { teamUuid: 'b', role: b },
]
const teamsFor = (principal: Identity, permission: Parameters<typeof callerFor>[1]) =>
  callerFor(principal, permission)?.scope.teams ?? null

describe('the scope of a permission', () => {
  test('is everything for an account role', () => {
    expect(teamsFor(identity({ role: 'Administrator' }), 'projects.delete')).toBe('all')
    expect(teamsFor(identity({ role: 'Viewer' }), 'projects.delete')).toBeNull()
  })

  test('is the teams in which the role has it: roles of several teams are never combined', () => {
    const principal = identity({
      role: 'Team viewer',
      memberships: inTeams('Team administrator', 'Team viewer'),
    })
    expect(teamsFor(principal, 'projects.read')).toEqual(['a', 'b'])
    expect(teamsFor(principal, 'projects.delete')).toEqual(['a'])
    expect(teamsFor(principal, 'tags.create')).toBeNull()
  })

  test('depends on the role in the team, not in the account', () => {
    const principal = identity({
      role: 'Team administrator',
      memberships: inTeams('Team viewer', 'Team collaborator'),
    })
    expect(teamsFor(principal, 'projects.edit')).toEqual(['b'])
    expect(teamsFor(principal, 'projects.delete')).toBeNull()
  })

  test('adds team permissions to account permissions, within that team', () => {
    const principal = identity({ role: 'Viewer', memberships: inTeams('Team administrator', 'Team viewer') })
    expect(teamsFor(principal, 'projects.read')).toBe('all')
    expect(teamsFor(principal, 'projects.edit')).toEqual(['a'])
  })

  test('is empty for a team role without a team', () => {
    const principal = identity({ role: 'Team collaborator' })
    expect(teamsFor(principal, 'projects.read')).toEqual([])
    expect(teamsFor(principal, 'projects.delete')).toBeNull()
  })
})

describe('an API token', () => {
  const token = (
    access: 'read' | 'write' | 'admin',
    more: { teamUuid?: string; projectUuid?: string } = {},
  ) =>
    identity({
      role: 'Administrator',
      token: { access, teamUuid: null, projectUuid: null, expiresAt: null, ...more },
      by: { kind: 'token', uuid: 'token' },
    })

  test.each([
    ['read', 'reports.read', true],
    ['read', 'tokens.read-self', true],
    ['read', 'reports.edit', false],
    ['write', 'reports.edit', true],
    ['write', 'members.edit', false],
    ['write', 'tokens.create-self', false],
    ['admin', 'members.edit', true],
  ] as const)('with access %s, for %s: %s', (access, permission, isAllowed) => {
    expect(callerFor(token(access), permission) !== null).toBe(isAllowed)
  })

  test('for a team or project is limited to it', () => {
    expect(callerFor(token('admin', { teamUuid: 'a' }), 'projects.read')?.scope.teams).toEqual(['a'])
    expect(callerFor(token('admin', { projectUuid: 'p' }), 'projects.read')?.scope.project).toBe('p')
  })

  test('never includes teams its member is not in', () => {
    const principal = { ...token('admin', { teamUuid: 'c' }), role: 'Team viewer' as const }
    const memberships = inTeams('Team viewer', 'Team viewer')
    expect(callerFor({ ...principal, memberships }, 'projects.read')?.scope.teams).toEqual([])
  })

  test('is not a session', () => {
    expect(callerFor(token('admin'), 'session')).toBeNull()
    expect(callerFor(token('admin'), 'member')).not.toBeNull()
    expect(callerFor(identity({}), 'session')).not.toBeNull()
  })
})
