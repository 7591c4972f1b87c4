import { toLine } from '@assay/text/invisible.ts'
import { parseRole, type Role, roles, teamRoleOf } from '@assay/contract/permissions.ts'
import { Email } from '@assay/contract/vocabulary.ts'
import { randomUUID } from 'node:crypto'
import { lockAccount } from '#accounts/account-lock-store.ts'
import { shareLockTeams } from '#accounts/team-lock-store.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { findAddressHolder, lockAddress } from '#accounts/members/address-store.ts'
import { isLastAdministrator } from '#accounts/members/last-administrator.ts'
import { requiresMfa } from '#identity/mfa/store.ts'
import { proveAddress } from '#accounts/members/prove-address.ts'
import { notifyRoleChange } from '#accounts/members/member-events.ts'
import { insertMember, updateMember } from '#accounts/members/store.ts'
import { deleteTeamMember, listTeams, listTeamsOf, upsertTeamMember } from '#accounts/teams/store.ts'
import { listAutoJoinAccounts } from './domain-store.ts'
import { domainOf } from './domain-of.ts'
import { autogroupingsOf } from './domains.ts'
import { isFreeMail } from './free-mail-domains.ts'
import { proveByDomain } from './prove-by-domain.ts'
import {
  type ExternalKey,
  findByEmail,
  findByMember,
  findExternal,
  listByEmail,
  saveExternal,
} from './store.ts'

/** A person as described by an identity provider. */
export interface IdentityClaims extends ExternalKey {
  /** The account that owns the provider; null for the installation's, which is trusted for all accounts. */
  providerAccountUuid: string | null
  email: string | null
  isEmailVerified: boolean
  /** Whether an address that is not verified still makes a new member, of a domain that an account accepts. */
  joinsUnverified?: boolean
  /** Whether the provider reports multi-factor authentication. */
  isMultiFactor: boolean
  name: string | null
  /** Roles and teams from the provider; null if no claim is configured. */
  roles: string[] | null
  teams: string[] | null
}

export interface ResolvedMember {
  accountUuid: string
  memberUuid: string
  email: string
}

type Found = NonNullable<Awaited<ReturnType<typeof findExternal>>>

/**
 * Resolves the member: a known identity, otherwise by verified address an existing, invited or (for the account's
 * domain) new member. Throws 403 otherwise.
 */
export async function resolveMember(tx: Tx, profile: IdentityClaims): Promise<ResolvedMember> {
  const { accountUuid, memberUuid } = (await findExternal(tx, profile)) ?? (await link(tx, profile))
  checkProviderAccount(profile, accountUuid)
  const found = await lockFound(tx, profile, { accountUuid, memberUuid })
  if (!found.isAccountActive || found.status === 'Inactive') throw reject('memberInactive')
  const scope = accountScope(found.accountUuid)
  const { provider, subject } = profile
  await saveExternal(tx, scope, { provider, subject, memberUuid, assertedEmail: assertedEmailOf(profile) })
  if (!profile.isMultiFactor && (await requiresMfa(tx, scope))) throw reject('secondFactorMissing')
  if (found.status === 'Pending') await updateMember(tx, scope, { uuid: found.memberUuid, status: 'Active' })
  await applyClaims(tx, scope, { ...found, profile })
  return { accountUuid: found.accountUuid, memberUuid: found.memberUuid, email: found.email }
}

/** Reads the member again with the row locked, since it may have been disabled or demoted. */
async function lockFound(
  tx: Tx,
  { roles, teams }: IdentityClaims,
  key: { accountUuid: string; memberUuid: string },
): Promise<Found> {
  const scope = accountScope(key.accountUuid)
  // Same lock order as everything that checks for the last administrator.
  if (roles !== null) await lockAccount(tx, scope)
  if (teams !== null) await shareLockTeams(tx, scope)
  await lockMember(tx, scope, key.memberUuid)
  return (await findByMember(tx, key)) ?? throwInactive()
}

const throwInactive = (): never => {
  throw reject('memberInactive')
}

/** Quoted local parts may hold an '@', and with it the domain of another account. */
const assertedEmailOf = ({ email, isEmailVerified }: IdentityClaims): string | null =>
  isEmailVerified ? (Email.safeParse(email).data ?? null) : null

/** The member to whom the provider's identity belongs from now on. */
async function link(tx: Tx, profile: IdentityClaims): Promise<Found> {
  const email = assertedEmailOf(profile)
  if (email === null) return joinUnverified(tx, profile)
  await lockAddress(tx, email)
  const linked =
    profile.providerAccountUuid === null
      ? findInvited(tx, profile, email)
      : findByEmail(tx, email, profile.providerAccountUuid)
  const found = (await linked) ?? (await join(tx, { ...profile, email }))
  checkProviderAccount(profile, found.accountUuid)
  const { accountUuid, memberUuid } = found
  const scope = accountScope(accountUuid)
  if (profile.providerAccountUuid !== null) await proveByDomain(tx, scope, { memberUuid, email })
  else if (!(await proveAddress(tx, scope, { memberUuid, email }))) throw reject('notInvited')
  return found
}

/** An address that somebody may have written there for himself: it leads to no member that exists, and proves nothing. */
async function joinUnverified(tx: Tx, profile: IdentityClaims): Promise<Found> {
  const email = Email.safeParse(profile.email).data
  if (!profile.joinsUnverified || email === undefined) throw reject('emailUnverified')
  await lockAddress(tx, email)
  const { providerAccountUuid } = profile
  const known =
    providerAccountUuid === null
      ? (await listByEmail(tx, email)).length > 0
      : await findByEmail(tx, email, providerAccountUuid)
  if (known) throw reject('emailUnverified')
  return join(tx, { ...profile, email })
}

/**
 * Resolves an address for the installation's provider: the member who verified it, otherwise the one in the account of
 * its domain, otherwise the only one. null if there is none. Throws 403 if several accounts invited it: the person
 * chooses by following one of the links.
 */
async function findInvited(tx: Tx, { provider }: IdentityClaims, email: string): Promise<Found | null> {
  const holder = await findAddressHolder(tx, email)
  if (holder?.isProved) return (await findByEmail(tx, email, holder.accountUuid)) ?? null
  const domain = domainOf(email)
  const [account, ...others] = isFreeMail(domain)
    ? []
    : await findAutoJoinAccounts(tx, { domain, provider, providerAccountUuid: null })
  if (account && others.length === 0) return (await findByEmail(tx, email, account.accountUuid)) ?? null
  const [first, ...more] = await listByEmail(tx, email)
  if (more.length > 0) throw reject('severalInvitations')
  return first ?? null
}

/** An account's administrators control its provider, so its claims only apply to that account. */
function checkProviderAccount({ providerAccountUuid }: IdentityClaims, accountUuid: string): void {
  if (providerAccountUuid !== null && providerAccountUuid !== accountUuid) throw reject('notInvited')
}

async function join(
  tx: Tx,
  { provider, providerAccountUuid, email, name }: IdentityClaims & { email: string },
): Promise<Found> {
  const domain = domainOf(email)
  const holder = await findAddressHolder(tx, email)
  if (isFreeMail(domain) || holder?.isProved) throw reject('notInvited')
  const [account, ...others] = await findAutoJoinAccounts(tx, { domain, provider, providerAccountUuid })
  if (!account || others.length > 0) throw reject('notInvited')
  const { accountUuid, value, features } = account
  const memberUuid = randomUUID()
  const { role } = autogroupingsOf(value)
  await insertMember(tx, accountScope(accountUuid), {
    uuid: memberUuid,
    email,
    role,
    passwordHash: null,
    name: (name && toLine(name)) || email.split('@', 1)[0]!,
  })
  return { accountUuid, memberUuid, email, role, status: 'Active', isAccountActive: true, features }
}

/** If several accounts claim a domain, only one that has verified it applies. */
async function findAutoJoinAccounts(
  tx: Tx,
  {
    domain,
    provider,
    providerAccountUuid,
  }: Pick<IdentityClaims, 'provider' | 'providerAccountUuid'> & { domain: string },
) {
  const filter = providerAccountUuid === null ? { domain, provider } : { domain, provider: null }
  const all = (await listAutoJoinAccounts(tx, filter)).filter(
    ({ accountUuid }) => providerAccountUuid === null || providerAccountUuid === accountUuid,
  )
  const verified = all.filter(({ isVerified }) => isVerified)
  return verified.length > 0 ? verified : all
}

type Applied = Pick<Found, 'memberUuid' | 'email' | 'role' | 'features'> & { profile: IdentityClaims }

/** Role and teams from the provider replace the stored ones at every login. */
async function applyClaims(
  tx: Tx,
  scope: Scope,
  { memberUuid, email, role: current, features, profile }: Applied,
): Promise<void> {
  const role = highest(profile.roles ?? []) ?? parseRole(current) ?? 'Viewer'
  // The last administrator keeps the role, or nobody could administer the account.
  if (role !== parseRole(current) && !(await isLastAdministrator(tx, scope, memberUuid))) {
    await updateMember(tx, scope, { uuid: memberUuid, role })
    const member = { uuid: memberUuid, email }
    await notifyRoleChange(tx, scope, { member, before: current, after: role, by: null })
  }
  if (profile.teams === null || !features.includes('teams')) return
  const names = new Set(profile.teams.map((name) => name.toLowerCase()))
  const currentTeams = new Set((await listTeamsOf(tx, scope, memberUuid)).map(({ uuid }) => uuid))
  for (const { uuid: teamUuid, name } of await listTeams(tx, scope)) {
    const isWanted = names.has(name.toLowerCase())
    if (isWanted && !currentTeams.has(teamUuid))
      await upsertTeamMember(tx, scope, { teamUuid, memberUuid, role: teamRoleOf(role) })
    if (!isWanted && currentTeams.has(teamUuid)) await deleteTeamMember(tx, scope, { teamUuid, memberUuid })
  }
}

const highest = (texts: string[]): Role | null => {
  const mappedRoles = new Set(texts.map(parseRole))
  return roles.find((role) => mappedRoles.has(role)) ?? null
}

const sentences = {
  notInvited: 'Nobody with this address is a member here: ask an administrator for an invitation',
  severalInvitations:
    'Several accounts invited this address: open the link in the invitation that you want to accept',
  emailUnverified: 'The identity provider has not verified this email address',
  memberInactive: 'This member is disabled',
  secondFactorMissing: 'The account requires a second factor, and the identity provider did not report one',
}

const reject = (errorType: keyof typeof sentences) => new Problem(403, errorType, sentences[errorType])
