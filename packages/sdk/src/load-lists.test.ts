import { expect, test } from 'vitest'
import { createAssayClient } from './client.ts'
import { loadComponentLanguages } from './load-component-languages.ts'
import { loadMembers, loadTeamMembers, loadTeams } from './load-lists.ts'

const clientOf = (respond: () => Promise<Response>) => createAssayClient({ baseUrl: '', fetch: respond })

const account = { params: { accountUuid: 'a' } }
const lists: [string, (api: ReturnType<typeof clientOf>) => Promise<unknown[]>][] = [
  ['the members of an account', (api) => loadMembers(api, account)],
  ['the teams of an account', (api) => loadTeams(api, account)],
  ['the members of a team', (api) => loadTeamMembers(api, { params: { teamUuid: 't' } })],
  ['the languages of components', loadComponentLanguages],
]

test.each(lists)(
  '%s: empty if the server rejects the request, fails or is unreachable',
  async (_what, load) => {
    const rejection = () => Response.json({ errorType: 'forbidden', message: 'x' }, { status: 403 })
    expect(await load(clientOf(async () => rejection()))).toEqual([])
    expect(await load(clientOf(async () => new Response('', { status: 502 })))).toEqual([])
    expect(await load(clientOf(() => Promise.reject(new TypeError('away'))))).toEqual([])
  },
)

test('teams are those listed by the server', async () => {
  const accountUuid = crypto.randomUUID()
  const list = [{ accountUuid, uuid: crypto.randomUUID(), name: 'Web', description: '', active: true }]
  const api = clientOf(async () => Response.json(list))
  expect(await loadTeams(api, account)).toEqual(list)
})

test('missing parameters are reported', async () => {
  const api = clientOf(async () => Response.json([]))
  const missing = 'Some parameters necessary for the request are missing.'
  await expect(loadMembers(api, { params: { accountUuid: '' } })).rejects.toThrow(missing)
  await expect(loadTeamMembers(api, { params: { teamUuid: '' } })).rejects.toThrow(missing)
})
