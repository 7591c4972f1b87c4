import { roles, tokenAccesses } from '@assay/contract/permissions.ts'
import { filePart, npmInventory } from '@assay/server/testing/inventories.ts'
import { openSessionFor } from '@assay/server/testing/sessions.ts'
import type { TestMember, TestServer } from '@assay/server/testing/test-server.ts'
import { type Ids, createResources } from '@assay/server/testing/contract-ids.ts'

/** The sender of a request; authorization is null without a login. */
export interface Caller {
  name: string
  authorization: string | null
}

/** Two accounts: one sends requests, which must not return data of the other. */
export interface Accounts {
  accountUuid: string
  callers: readonly Caller[]
  ids: Ids
  foreignIds: Ids
}

/** Limits of tokens. */
export const limitedTokens = ['team', 'project'] as const

/** Part of every name in the other account. */
export const foreignMark = 'foreign-mark-7c41'

export async function seedAccounts(server: TestServer): Promise<Accounts> {
  const own = await server.newAccount()
  const team = await server.addTeam(own, 'attacking')
  const ids = await createResources(server, own, team)
  const callers: Caller[] = [{ name: 'nobody', authorization: null }]
  for (const role of roles) {
    const member = await server.addMember(own, role, team)
    callers.push({ name: role, authorization: await openSessionFor(server, member) })
  }
  for (const access of tokenAccesses)
    callers.push({ name: `token ${access}`, authorization: await server.addToken(own, { access }) })
  const limits = { team: { teamUuid: team }, project: { projectUuid: ids['projectUuid']! } }
  for (const name of limitedTokens)
    callers.push({
      name: `token of one ${name}`,
      authorization: await server.addToken(own, limits[name]),
    })
  const foreign = await server.newAccount()
  const foreignIds = await createResources(server, foreign)
  await markAll(foreign, foreignIds)
  return { accountUuid: own.accountUuid, callers, ids, foreignIds }
}

async function markAll({ api, accountUuid, uuid }: TestMember, ids: Ids): Promise<void> {
  const params = { accountUuid }
  const team = ids['teamUuid']!
  await api.accounts.update({ params, body: { name: foreignMark } })
  await api.members.update({ params: { accountUuid, memberUuid: uuid }, body: { name: foreignMark } })
  await api.teams.update({
    params: { teamUuid: team },
    body: { name: foreignMark, description: foreignMark },
  })
  await api.tags.create({ body: { name: `${foreignMark}-${team}` } })
  await api.policies.create({
    params,
    body: { name: foreignMark, mode: 'DENY', licenses: [`LicenseRef-${foreignMark}`] },
  })
  await api.properties.setOfAccount({ params: { ...params, name: 'walked' }, body: { mark: foreignMark } })
  await api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['lodash@4.17.4', `${foreignMark}@1.0.0`]), `${foreignMark}.json`),
      branch: foreignMark,
      url: `https://example.org/${foreignMark}/${team}`,
      teamUuid: team,
    },
  })
  await api.exclusions.create({
    params,
    query: { domain: 'security' },
    body: { cve: 'CVE-2020-0002', description: foreignMark },
  })
}
