import { parseRole, type Role } from '@assay/contract/permissions.ts'
import type { ScimUserInput } from '@assay/contract/scim.ts'
import { Email } from '@assay/contract/vocabulary.ts'
import { randomUUID } from 'node:crypto'
import type { Scope } from '../auth/scope.ts'
import type { Tx } from '../database/database.ts'
import { keepAdministrator } from '../members/keep-administrator.ts'
import { changeEmail, hasLogin, insertMember, revokeSessionsOf, updateMember } from '../members/store.ts'
import { scimProblem } from './scim-problem.ts'
import { findUuidByUserName, keepProvisioned, type UserRow } from './store.ts'

/** The directory vouches for the address, so there is no invitation: the member is active at once. */
export async function createUser(tx: Tx, scope: Scope, input: ScimUserInput): Promise<{ uuid: string }> {
  const uuid = randomUUID()
  const email = emailOf(input, null)
  await checkFree(tx, scope, { userName: input.userName, email, own: null })
  await insertMember(tx, scope, {
    ...{ uuid, email, name: nameOf(input, null), role: roleOf(input, null), passwordHash: null },
  })
  if (input.active === false) await updateMember(tx, scope, { uuid, status: 'Inactive' })
  await keepProvisioned(tx, scope, { uuid, ...provisioned(input) })
  return { uuid }
}

/** Throws 409 when nobody could administer the account any more. */
export async function replaceUser(
  tx: Tx,
  scope: Scope,
  { before, input }: { before: UserRow; input: ScimUserInput },
): Promise<object> {
  const { uuid } = before
  const email = emailOf(input, before)
  const role = roleOf(input, before)
  const isClosed = input.active === false && before.status !== 'Inactive'
  const isOpened = input.active === true && before.status === 'Inactive'
  if (isClosed || role !== 'Administrator') await keepAdministrator(tx, scope, uuid)
  await checkFree(tx, scope, { userName: input.userName, email, own: before })
  await updateMember(tx, scope, {
    ...{ uuid, name: nameOf(input, before), role },
    status: isClosed ? 'Inactive' : isOpened ? 'Active' : undefined,
  })
  if (isClosed) await revokeSessionsOf(tx, scope, uuid)
  if (email !== before.email) await changeEmail(tx, scope, { uuid, email })
  await keepProvisioned(tx, scope, { uuid, ...provisioned(input) })
  return {}
}

interface Wanted {
  userName: string
  email: string
  own: UserRow | null
}

async function checkFree(tx: Tx, scope: Scope, { userName, email, own }: Wanted): Promise<void> {
  const holder = await findUuidByUserName(tx, scope, userName)
  if (holder !== null && holder !== own?.uuid) {
    throw scimProblem('uniqueness', 'There is a user of this userName already')
  }
  if (email !== own?.email && (await hasLogin(tx, email))) {
    throw scimProblem('uniqueness', 'This e-mail address belongs to a member already')
  }
}

const provisioned = ({ userName, externalId, name }: ScimUserInput) => ({
  ...{ userName, externalId: externalId ?? null },
  ...{ givenName: name?.givenName ?? null, familyName: name?.familyName ?? null },
})

/** The primary address. Where none is sent, userName is the address that one logs in by, if it is one. */
function emailOf({ emails = [], userName }: ScimUserInput, before: UserRow | null): string {
  const sent = (emails.findLast(({ primary }) => primary === true) ?? emails[0])?.value
  const isApart = before !== null && before.email !== before.userName.toLowerCase()
  const email = Email.safeParse(sent ?? (isApart ? before.email : userName))
  if (email.success) return email.data
  if (sent === undefined && before) return before.email
  throw scimProblem('invalidValue', 'There is no e-mail address, and userName is none')
}

function nameOf({ displayName, name, userName }: ScimUserInput, before: UserRow | null): string {
  const full = displayName ?? name?.formatted
  if (full) return full.slice(0, 200)
  const joined = [name?.givenName, name?.familyName].filter(Boolean).join(' ').slice(0, 200)
  const known = before && [before.givenName, before.familyName].filter(Boolean).join(' ')
  if (joined !== '' && joined !== known) return joined
  return before?.name ?? userName.split('@', 1)[0]!.slice(0, 200)
}

/** The role in the account: a Viewer unless the directory names another. */
function roleOf({ roles = [] }: ScimUserInput, before: UserRow | null): Role {
  const held = before ? (parseRole(before.role) ?? 'Viewer') : 'Viewer'
  const sent = roles.map((role) => {
    const name = typeof role === 'string' ? role : role.value
    const known = parseRole(name)
    if (!known) throw scimProblem('invalidValue', `There is no role "${name}"`)
    return known
  })
  return sent.find((role) => role !== held) ?? held
}
