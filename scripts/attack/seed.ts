import { isTeamRole, type Role, roles, tokenAccesses } from '@assay/contract/permissions.ts'
import { filePart, npmInventory } from '@assay/server/testing/inventories.ts'
import { openSessionFor } from '@assay/server/testing/sessions.ts'
import type { TestMember, TestServer } from '@assay/server/testing/test-server.ts'
import { type Ids, createResources } from '@assay/server/testing/contract-ids.ts'

/** The sender of a request; authorization is null without a login. */
export interface Caller {
  name: string
  authorization: string | null
  /** Whether its scope is limited to its teams. */
  isOfTeams: boolean
  /** The objects that its requests name, one set at a time. */
  reached: readonly Ids[]
  /** Objects that must look nonexistent to the caller. */
  unreached: readonly Ids[]
}

type TeamRole = Extract<Role, `Team ${string}`>

/** Limits of tokens. */
const limitedTokens = ['team', 'project'] as const

/** Members with one role in the first team and another in the second team or the account. */
const mixedRoles: readonly { inFirst: TeamRole; inSecond?: TeamRole; inAccount: Role }[] = [
  { inFirst: 'Team administrator', inSecond: 'Team viewer', inAccount: 'Team administrator' },
  { inFirst: 'Team collaborator', inSecond: 'Team administrator', inAccount: 'Team collaborator' },
  { inFirst: 'Team administrator', inAccount: 'Viewer' },
]

/** The callers of seedCallers: without a login, each role, several roles, each kind of token. */
export const callerCount = 1 + roles.length + mixedRoles.length + tokenAccesses.length + limitedTokens.length

/** Part of every name in the other account. */
const otherAccountMark = 'other-account-mark-7c41'
/** Part of every name in the team that has no callers. */
const hiddenMark = 'hidden-mark-90d2'

/** Texts that no response to the caller may contain. */
export const unseenBy = ({ isOfTeams }: Caller): readonly string[] =>
  isOfTeams ? [otherAccountMark, hiddenMark] : [otherAccountMark]

interface Resources {
  own: TestMember
  teams: { first: string; second: string }
  first: Ids
  second: Ids
  hidden: Ids
  otherAccount: Ids
}

/** Two accounts, and the callers of one of them. */
export const seedCallers = async (server: TestServer): Promise<readonly Caller[]> =>
  addCallers(server, await seedResources(server))

async function seedResources(server: TestServer): Promise<Resources> {
  const own = await server.newAccount()
  const teams = { first: await server.addTeam(own, 'first'), second: await server.addTeam(own, 'second') }
  const hidden = await createResources(server, own, await server.addTeam(own, 'hidden'))
  await markTeam(own, hidden, hiddenMark)
  const otherMember = await server.newAccount()
  const otherAccount = await createResources(server, otherMember)
  await markAccount(otherMember, otherAccount)
  return {
    own,
    teams,
    first: await createResources(server, own, teams.first),
    second: await createResources(server, own, teams.second),
    hidden,
    otherAccount,
  }
}

async function addCallers(server: TestServer, resources: Resources): Promise<Caller[]> {
  const { own, teams, first, second, hidden, otherAccount } = resources
  const inAccount = { isOfTeams: false, reached: [first], unreached: [otherAccount] }
  const inTeam = { isOfTeams: true, reached: [first], unreached: [hidden, otherAccount] }
  const callers: Caller[] = [{ name: 'nobody', authorization: null, ...inAccount }]
  for (const role of roles) {
    const member = await server.addMember(own, role, teams.first)
    const authorization = await openSessionFor(server, member)
    callers.push({ name: role, authorization, ...(isTeamRole(role) ? inTeam : inAccount) })
  }
  for (const mixed of mixedRoles) {
    const authorization = await openSessionFor(server, await addMixed(server, resources, mixed))
    const reach = isTeamRole(mixed.inAccount) ? inTeam : inAccount
    callers.push({
      name: [mixed.inFirst, mixed.inSecond ?? mixed.inAccount].join(' and '),
      authorization,
      ...reach,
      reached: [first, second],
    })
  }
  for (const access of tokenAccesses) {
    const authorization = await server.addToken(own, { access })
    callers.push({ name: `token ${access}`, authorization, ...inAccount })
  }
  const limits = { team: { teamUuid: teams.first }, project: { projectUuid: first['projectUuid']! } }
  for (const name of limitedTokens) {
    const authorization = await server.addToken(own, limits[name])
    callers.push({ name: `token of one ${name}`, authorization, ...inTeam })
  }
  return callers
}

async function addMixed(
  server: TestServer,
  { own, teams }: Resources,
  { inFirst, inSecond, inAccount }: (typeof mixedRoles)[number],
): Promise<TestMember> {
  const member = await server.addMember(own, inAccount)
  const join = (teamUuid: string, role: TeamRole) =>
    own.api.teams.addMember({ params: { teamUuid }, body: { uuid: member.uuid, role } })
  await join(teams.first, inFirst)
  if (inSecond) await join(teams.second, inSecond)
  return member
}

async function markTeam({ api, accountUuid }: TestMember, ids: Ids, mark: string): Promise<void> {
  const team = ids['teamUuid']!
  await api.teams.update({ params: { teamUuid: team }, body: { name: mark, description: mark } })
  const { uuid: projectUuid } = await api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['lodash@4.17.4', `${mark}@1.0.0`]), `${mark}.json`),
      branch: mark,
      url: `https://example.org/${mark}/${team}`,
      teamUuid: team,
    },
  })
  await api.exclusions.create({
    params: { accountUuid },
    query: { domain: 'security' },
    body: { cve: 'CVE-2020-0002', description: mark, projectUuid },
  })
}

async function markAccount(member: TestMember, ids: Ids): Promise<void> {
  const { api, accountUuid, uuid } = member
  const params = { accountUuid }
  await markTeam(member, ids, otherAccountMark)
  await api.accounts.update({ params, body: { name: otherAccountMark } })
  await api.members.update({ params: { accountUuid, memberUuid: uuid }, body: { name: otherAccountMark } })
  await api.tags.create({ body: { name: `${otherAccountMark}-${ids['teamUuid']}` } })
  await api.policies.create({
    params,
    body: { name: otherAccountMark, mode: 'DENY', licenses: [`LicenseRef-${otherAccountMark}`] },
  })
  await api.properties.setOfAccount({
    params: { ...params, name: 'sample' },
    body: { mark: otherAccountMark },
  })
  await api.exclusions.create({
    params,
    query: { domain: 'security' },
    body: { cve: 'CVE-2020-0003', description: otherAccountMark },
  })
}
