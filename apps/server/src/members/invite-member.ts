import type { Role } from '@assay/contract/permissions.ts'
import { randomUUID } from 'node:crypto'
import type { Parts } from '../app.ts'
import type { Caller, Scope } from '../auth/scope.ts'
import type { Tx } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import { mailLink } from '../mail/mail-link.ts'
import { hasLogin, insertMember } from './store.ts'

interface Invitation {
  email: string
  name?: string | undefined
  role: Role
}

/**
 * The role that a new member gets. Only who administers the account chooses it; of others it is Viewer, and
 * who is confined to teams makes members that are, too.
 */
export function roleForNewMember(caller: Caller, wanted: Role | undefined): Role {
  if (caller.role === 'Administrator') return wanted ?? 'Viewer'
  return caller.scope.teams === 'all' ? 'Viewer' : 'Team viewer'
}

/** Makes a pending member. Throws 409 for an address that logs in already, to this account or another. */
export async function insertInvited(
  tx: Tx,
  scope: Scope,
  { email, name, role }: Invitation,
): Promise<string> {
  if (await hasLogin(tx, email)) {
    throw new Problem(409, 'emailTaken', 'This e-mail address belongs to a member already')
  }
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

/** Mails the link by which a member chooses a password; answers with it when there is no mail server. */
export const sendInvitation = (
  parts: Pick<Parts, 'db' | 'config' | 'mail'>,
  scope: Scope,
  { uuid, email, status = 'Pending' }: { uuid: string; email: string; status?: string },
) => mailLink(parts, scope, { uuid, email, purpose: status === 'Pending' ? 'invitation' : 'reset' })
