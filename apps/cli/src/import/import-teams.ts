import { createOnce } from './create-once.ts'
import { listAll } from './dependency-track-client.ts'
import type { TheirTeam, TheirUser } from './dependency-track-objects.ts'
import type { ImportContext } from './import-context.ts'
import { count } from './tally.ts'

const what = 'Members'

/** Their permissions that only an administrator of the account has here, and those that change anything at all. */
const administrative = /^(?:ACCESS_MANAGEMENT|SYSTEM_CONFIGURATION)/
const changing =
  /^(?:BOM_UPLOAD|PORTFOLIO_MANAGEMENT|VULNERABILITY_ANALYSIS|POLICY_MANAGEMENT|POLICY_VIOLATION_ANALYSIS|TAG_MANAGEMENT)/

/** The role in the team that allows what the team's permissions do, and no more than administrating the team. */
function roleOf({ permissions = [] }: Pick<TheirTeam, 'permissions'>) {
  if (permissions.some(({ name }) => administrative.test(name))) return 'Team administrator' as const
  return permissions.some(({ name }) => changing.test(name))
    ? ('Team collaborator' as const)
    : ('Team viewer' as const)
}

/** Teams, and their members if they are to be invited, which sends mail. Keys are stored as hashes. */
export async function importTeams(context: ImportContext & { invites: boolean }): Promise<void> {
  const { from, api, tally } = context
  const teams = await listAll<TheirTeam>(from, '/api/v1/team')
  if (teams.length === 0) return
  const emails = await readEmails(context)
  const present = new Map((await api.teams.list()).map(({ name, uuid }) => [name.toLowerCase(), uuid]))
  for (const team of teams) {
    const { name, apiKeys = [] } = team
    let uuid = present.get(name.toLowerCase()) ?? null
    await createOnce(context, { what: 'Teams', name, isThere: uuid !== null }, async () => {
      uuid = (await api.teams.create({ body: { name } })).uuid
    })
    await importMembers(context, { team, uuid, emails })
    if (apiKeys.length > 0)
      tally.leftOut.push({
        what: 'API keys',
        name,
        why: `${apiKeys.length} cannot be read: create API tokens and give them to the pipelines`,
      })
  }
}

interface Membership {
  team: TheirTeam
  /** Of the team here; null in a dry run, or if it was refused. */
  uuid: string | null
  emails: ReadonlyMap<string, string>
}

async function importMembers(
  context: ImportContext & { invites: boolean },
  { team, uuid, emails }: Membership,
): Promise<void> {
  const { api, tally, invites, isDryRun } = context
  const there = new Set(
    uuid === null || !invites
      ? []
      : (await api.teams.members({ params: { teamUuid: uuid } })).map(({ email }) => email.toLowerCase()),
  )
  const role = roleOf(team)
  for (const { username, email: own } of membersOf(team)) {
    const email = own || emails.get(username) || (username.includes('@') ? username : undefined)
    const leaveOut = (why: string) => void tally.leftOut.push({ what, name: username, why })
    if (email === undefined) leaveOut(`no address is known: invite them to the team ${team.name}`)
    else if (!invites)
      leaveOut(`${email}: with --invite, they are invited to the team ${team.name} as ${role}`)
    else if (there.has(email.toLowerCase())) count(tally.there, what)
    else if (uuid === null && !isDryRun) leaveOut(`the team ${team.name} is missing`)
    else
      await createOnce(context, { what, name: username, isThere: false }, () =>
        api.teams.addMember({ params: { teamUuid: uuid! }, body: { membership: { email, role } } }),
      )
  }
}

const membersOf = ({ managedUsers = [], ldapUsers = [], oidcUsers = [] }: TheirTeam): TheirUser[] => [
  ...managedUsers,
  ...ldapUsers,
  ...oidcUsers,
]

/** By user name. Teams list their users without addresses in some versions. */
async function readEmails({ from }: ImportContext): Promise<ReadonlyMap<string, string>> {
  const users: TheirUser[] = []
  for (const kind of ['managed', 'ldap', 'oidc'])
    users.push(...(await listAll<TheirUser>(from, `/api/v1/user/${kind}`)))
  return new Map(users.flatMap(({ username, email }) => (email ? [[username, email] as const] : [])))
}
