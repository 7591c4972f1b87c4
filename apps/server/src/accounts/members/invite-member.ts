import type { Role } from '@assay/contract/permissions.ts'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import { forbidden } from '#auth/forbidden.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { limitInvitations } from '#accounts/member-emails/limit-emails.ts'
import { findAccountName } from '#accounts/member-emails/store.ts'
import { createLink } from '#accounts/member-emails/mail-link.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { isAddressTaken } from './address-store.ts'
import { namePeople } from './assignee-store.ts'
import { emailTaken, insertMember } from './store.ts'

interface Invitation {
  email: string
  name?: string | undefined
  role: Role
}

/**
 * The role of a new member: chosen by account administrators, otherwise Viewer, or Team viewer if the caller is limited
 * to teams. Throws Problem 403 if others ask for more.
 */
export function roleForNewMember(caller: Caller, role: Role | undefined): Role {
  if (caller.role === 'Administrator') return role ?? 'Viewer'
  if (role !== undefined && role !== 'Viewer' && role !== 'Team viewer')
    throw forbidden(`Adding a member as ${role}`, "the role 'Administrator' in the account")
  return caller.scope.teams === 'all' ? 'Viewer' : 'Team viewer'
}

/** Creates a pending member. Throws 409 for an address already in the account or verified in another. */
export async function insertInvited(
  tx: Tx,
  scope: Scope,
  { email, name, role }: Invitation,
): Promise<string> {
  if (await isAddressTaken(tx, scope, email)) throw emailTaken()
  const uuid = randomUUID()
  const shown = name === undefined || name === '' ? email.split('@', 1)[0]! : name
  await insertMember(tx, scope, {
    uuid,
    name: shown,
    email,
    role,
    status: 'Pending',
    passwordHash: null,
  })
  return uuid
}

interface Invited {
  scope: Scope
  uuid: string
  email: string
  status?: string
  /** Of the account; absent if somebody else invites. */
  invitedBy?: string
}

/**
 * Sends an invitation or password reset. Returns the link itself if the server cannot send email, otherwise null.
 * Throws 429.
 */
export async function createInvitation(
  tx: Tx,
  context: Pick<AppContext, 'config' | 'mail' | 'queue' | 'vault'>,
  { scope, uuid, email, status = 'Pending', invitedBy }: Invited,
): Promise<string | null> {
  await limitInvitations(tx, context.config, { email, accountUuid: scope.accountUuid })
  if (status !== 'Pending') return createLink(tx, context, { scope, uuid, email, invitation: null })
  const payload = { memberUuid: uuid, email }
  await writeEvents(tx, scope.accountUuid, [{ type: 'member.invited', payload }])
  const account = await findAccountName(tx, scope)
  const by = invitedBy === undefined ? undefined : (await namePeople(tx, scope, [invitedBy])).get(invitedBy)
  const invitation = { account, by: by ? by.name || by.email : null }
  return createLink(tx, context, { scope, uuid, email, invitation })
}

/** API tokens never get the link, since a password would outlive the token. */
export const linkFor = ({ by }: Pick<Caller, 'by'>, link: string | null): string | null =>
  by.kind === 'token' ? null : link
