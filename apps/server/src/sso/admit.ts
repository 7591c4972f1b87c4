import { parseRole, type Role, teamRoleOf } from '@assay/contract/permissions.ts'
import { randomUUID } from 'node:crypto'
import { accountScope, type Scope } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import { isLastAdministrator } from '../members/keep-administrator.ts'
import { requiresMfa } from '../mfa/store.ts'
import { insertMember, updateMember } from '../members/store.ts'
import { deleteTeamMember, listTeams, listTeamsOf, putTeamMember } from '../teams/store.ts'
import { findAccountsTakingIn } from './domain-store.ts'
import { autogroupingsOf } from './domains.ts'
import { isFreeMail } from './free-mail-domains.ts'
import { type ExternalKey, findByEmail, findExternal, insertExternal } from './store.ts'

/** A person as a provider describes it. */
export interface Profile extends ExternalKey {
  /** The account whose own provider says it; null: the installation's, which speaks for all accounts. */
  speaksFor: string | null
  email: string | null
  isEmailVerified: boolean
  /** Whether the provider says that it asked for more than one factor. */
  hasSeveralFactors: boolean
  name: string | null
  /** What the provider says of roles and teams; null when the operator named no claim for it. */
  roles: string[] | null
  teams: string[] | null
}

export interface Admitted {
  accountUuid: string
  memberUuid: string
  email: string
}

type Found = NonNullable<Awaited<ReturnType<typeof findExternal>>>

/**
 * The member that the person is: who came before, else by verified address a member, an invited one, or a new one
 * of the account that takes in the domain. Throws 403 for all others.
 */
export const admit = (db: Database, profile: Profile): Promise<Admitted> =>
  db.transaction().execute(async (tx) => {
    const found = (await findExternal(tx, profile)) ?? (await link(tx, profile))
    checkReach(profile, found.accountUuid)
    if (!found.isAccountActive || found.status === 'Inactive') throw refuse('memberInactive')
    const scope = accountScope(found.accountUuid)
    if (!profile.hasSeveralFactors && (await requiresMfa(tx, scope))) throw refuse('secondFactorMissing')
    if (found.status === 'Pending')
      await updateMember(tx, scope, { uuid: found.memberUuid, status: 'Active' })
    await applyClaims(tx, scope, { ...found, profile })
    return { accountUuid: found.accountUuid, memberUuid: found.memberUuid, email: found.email }
  })

/** From now on found by the provider's own name for the person. */
async function link(tx: Tx, profile: Profile): Promise<Found> {
  if (profile.email === null || !profile.isEmailVerified) throw refuse('emailUnverified')
  const email = profile.email.toLowerCase()
  const found = (await findByEmail(tx, email)) ?? (await join(tx, { ...profile, email }))
  checkReach(profile, found.accountUuid)
  const { provider, subject } = profile
  const { accountUuid, memberUuid } = found
  await insertExternal(tx, accountScope(accountUuid), { provider, subject, memberUuid })
  return found
}

/** Whoever administers an account can have its provider say anything of anybody: it counts for that account alone. */
function checkReach({ speaksFor }: Profile, accountUuid: string): void {
  if (speaksFor !== null && speaksFor !== accountUuid) throw refuse('notInvited')
}

/** Two accounts that take in one domain take in nobody, unless one of them has shown that it is theirs. */
async function join(
  tx: Tx,
  { provider, speaksFor, email, name }: Profile & { email: string },
): Promise<Found> {
  const domain = email.split('@')[1] ?? ''
  if (isFreeMail(domain)) throw refuse('notInvited')
  const asked = speaksFor === null ? { domain, provider } : { domain, provider: null }
  const all = (await findAccountsTakingIn(tx, asked)).filter(
    ({ accountUuid }) => speaksFor === null || speaksFor === accountUuid,
  )
  const verified = all.filter(({ isVerified }) => isVerified)
  const [account, ...others] = verified.length > 0 ? verified : all
  if (!account || others.length > 0) throw refuse('notInvited')
  const { accountUuid, value, features } = account
  const memberUuid = randomUUID()
  const { role } = autogroupingsOf(value)
  await insertMember(tx, accountScope(accountUuid), {
    ...{ uuid: memberUuid, email, role, passwordHash: null, name: name ?? email.split('@', 1)[0]! },
  })
  return { accountUuid, memberUuid, email, role, status: 'Active', isAccountActive: true, features }
}

type Applied = Pick<Found, 'memberUuid' | 'role' | 'features'> & { profile: Profile }

/** What the provider says of role and teams goes before what is kept here, at every login. */
async function applyClaims(
  tx: Tx,
  scope: Scope,
  { memberUuid, role: current, features, profile }: Applied,
): Promise<void> {
  const role = highest(profile.roles ?? []) ?? parseRole(current) ?? 'Viewer'
  // The last administrator stays one, whatever the provider says, or nobody could change anything any more.
  if (role !== parseRole(current) && !(await isLastAdministrator(tx, scope, memberUuid)))
    await updateMember(tx, scope, { uuid: memberUuid, role })
  if (profile.teams === null || !features.includes('teams')) return
  const names = new Set(profile.teams.map((name) => name.toLowerCase()))
  const held = new Set((await listTeamsOf(tx, scope, memberUuid)).map(({ uuid }) => uuid))
  for (const { uuid: teamUuid, name } of await listTeams(tx, scope)) {
    const isWanted = names.has(name.toLowerCase())
    if (isWanted && !held.has(teamUuid))
      await putTeamMember(tx, scope, { teamUuid, memberUuid, role: teamRoleOf(role) })
    if (!isWanted && held.has(teamUuid)) await deleteTeamMember(tx, scope, { teamUuid, memberUuid })
  }
}

const order: readonly Role[] = [
  ...(['Administrator', 'Collaborator', 'Viewer'] as const),
  ...(['Team administrator', 'Team collaborator', 'Team viewer'] as const),
]
const highest = (texts: string[]): Role | null => {
  const held = new Set(texts.map(parseRole))
  return order.find((role) => held.has(role)) ?? null
}

const sentences = {
  notInvited: 'Nobody with this address is a member here: ask an administrator for an invitation',
  emailUnverified: 'The provider does not say that this e-mail address is verified',
  memberInactive: 'This member may not log in any more',
  secondFactorMissing:
    'The account requires a second factor, and the provider does not say that it asked for one',
}

const refuse = (errorType: keyof typeof sentences) => new Problem(403, errorType, sentences[errorType])
