import { roles } from '@assay/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { createAssayClient } from './client.ts'

// Client-side messages, word for word as specified.

const sent: string[] = []
const api = clientWith('Bearer x')

function clientWith(authorization: string) {
  const fetch = (url: string) => {
    sent.push(url)
    return Promise.resolve(new Response('[]', { headers: { 'content-type': 'application/json' } }))
  }
  return createAssayClient({ baseUrl: 'http://localhost', authorization: () => authorization, fetch })
}

const none = { params: { accountUuid: '' } }
const member = { params: { accountUuid: 'a', memberUuid: '' } }
const teamMember = { params: { teamUuid: 'a', memberUuid: '' } }
const role = roles[0]

const missing = 'Some parameters necessary for the request are missing.'
const account = 'No account has been specified'
const calls: [string, string, () => Promise<unknown>][] = [
  [
    'account create',
    'Required information not provided.',
    () => api.accounts.create({ body: { name: '', email: 'a@example.org' } }),
  ],
  [
    'account create',
    'Required information not provided.',
    () => api.accounts.create({ body: { name: 'A', email: '' } }),
  ],
  ['account update', account, () => api.accounts.update({ ...none, body: { name: 'A' } })],
  ['account status', account, () => api.accounts.activate({ ...none, query: { active: 'true' } })],
  ['features update', account, () => api.accounts.setFeatures({ ...none, query: { names: 'teams' } })],
  ['plan change', account, () => api.accounts.setPlan({ ...none, query: { name: 'enterprise' } })],
  ['account get', 'No account uuid has been specified', () => api.accounts.get({ params: { account: '' } })],
  [
    'account by member',
    'Email address invalid or missing',
    () => api.accounts.list({ query: { q: 'member_email=' } }),
  ],
  [
    'account by member',
    'Email address invalid or missing',
    () => api.accounts.list({ query: { q: 'member_email=nobody' } }),
  ],
  [
    'property',
    'Cannot detect accounts uuid',
    () => api.properties.ofAccount({ params: { accountUuid: '', name: 'n' } }),
  ],
  [
    'property set',
    'Cannot detect accounts uuid',
    () => api.properties.setOfAccount({ params: { accountUuid: '', name: 'n' }, body: {} }),
  ],
  [
    'experimental settings',
    account,
    () => api.properties.setOfAccount({ params: { accountUuid: '', name: 'experimental' }, body: {} }),
  ],
  [
    'organisations settings',
    account,
    () => api.properties.setOfAccount({ params: { accountUuid: '', name: 'autogroupings' }, body: {} }),
  ],
  [
    'team property',
    'Cannot detect teams uuid',
    () => api.properties.ofTeam({ params: { teamUuid: '', name: 'n' } }),
  ],
  [
    'team property set',
    'Cannot detect teams uuid',
    () => api.properties.setOfTeam({ params: { teamUuid: '', name: 'n' }, body: {} }),
  ],
  ['members', missing, () => api.members.list(none)],
  ['member get', missing, () => api.members.get(member)],
  ['member add', missing, () => api.members.add({ params: { accountUuid: 'a' }, body: { email: '' } })],
  ['member add', missing, () => api.members.add({ ...none, body: { email: 'a@example.org' } })],
  ['member update', missing, () => api.members.update({ ...member, body: { role } })],
  ['member delete', missing, () => api.members.remove(member)],
  [
    'primary team',
    missing,
    () => api.members.setPrimaryTeam({ ...member, query: { teamuuid: crypto.randomUUID() } }),
  ],
  [
    'team member add',
    missing,
    () => api.teams.addMember({ params: { teamUuid: '' }, body: { uuid: crypto.randomUUID() } }),
  ],
  ['team member update', missing, () => api.teams.updateMember({ ...teamMember, body: { role } })],
  ['team member remove', missing, () => api.teams.removeMember(teamMember)],
]

describe('nothing is sent, and the caller gets an error', () => {
  test.each(calls)('%s: %s', async (_what, message, call) => {
    await expect(call()).rejects.toMatchObject({ name: 'ApiError', status: 0, message })
    expect(sent).toEqual([])
  })

  test.each([
    ['token', 'Auth type is token but no token is specified'],
    ['token  ', 'Auth type is token but no token is specified'],
    ['Basic x', 'The authorization type must be Bearer or token'],
    ['x', 'The authorization type must be Bearer or token'],
  ])('authorization %j: %s', async (authorization, message) => {
    await expect(clientWith(authorization).accounts.list()).rejects.toMatchObject({ status: 0, message })
    expect(sent).toEqual([])
  })
})

test.each(['Bearer x', 'bearer x', 'Token x', 'token x'])(
  'authorization %j is sent',
  async (authorization) => {
    await clientWith(authorization).accounts.list({ query: { q: 'member_email=a@example.org' } })
    expect(sent.pop()).toContain('/api/v1/accounts?q=member_email')
  },
)
