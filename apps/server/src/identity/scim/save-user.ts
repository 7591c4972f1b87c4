import { toLine } from '@assay/text/invisible.ts'
import { parseRole, type Role } from '@assay/contract/permissions.ts'
import type { ScimUserInput } from '@assay/contract/scim.ts'
import { Email } from '@assay/contract/vocabulary.ts'
import { randomUUID } from 'node:crypto'
import { lockAccount } from '#accounts/account-lock-store.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { ensureNotLastAdmin } from '#accounts/members/last-administrator.ts'
import { isAddressTaken, lockAddress } from '#accounts/members/address-store.ts'
import { changeEmail, insertMember, updateMember, updateProvisioned } from '#accounts/members/store.ts'
import { proveByDomain } from '#identity/sso/prove-by-domain.ts'
import { deleteExternalsOf } from '#identity/sso/store.ts'
import { endAccess } from '#accounts/members/end-access.ts'
import type { InputOf } from './resource-calls.ts'
import { scimProblem } from './scim-problem.ts'
import { findUser, findUuidByUserName, type UserRow } from './store.ts'

/**
 * Provisioned members need no invitation and are active at once. Addresses count as verified only within the account's
 * verified domains.
 */
export async function createUser(tx: Tx, scope: Scope, input: ScimUserInput): Promise<{ uuid: string }> {
  const uuid = randomUUID()
  const email = emailOf(input, null)
  await lockAddress(tx, email)
  await checkFree(tx, scope, { userName: input.userName, email, own: null })
  await insertMember(tx, scope, {
    uuid,
    email,
    name: nameOf(input, null),
    role: roleOf(input, null),
    passwordHash: null,
  })
  await proveByDomain(tx, scope, { memberUuid: uuid, email })
  if (input.active === false) await updateMember(tx, scope, { uuid, status: 'Inactive' })
  await updateProvisioned(tx, scope, { uuid, ...provisioned(input) })
  return { uuid }
}

/** Locks in the usual order: a newly claimed address, the account, the member. */
export async function lockUser(
  tx: Tx,
  scope: Scope,
  { uuid, inputOf }: { uuid: string; inputOf: InputOf<UserRow, ScimUserInput> },
): Promise<void> {
  const row = await findUser(tx, scope, uuid)
  const email = row && emailOf(await inputOf(row, tx), row)
  if (email !== undefined && email !== row?.email) await lockAddress(tx, email)
  await lockAccount(tx, scope)
  await lockMember(tx, scope, uuid)
}

/** Throws 409 if the account would have no administrator left. */
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
  if (isClosed || role !== 'Administrator') await ensureNotLastAdmin(tx, scope, uuid)
  await checkFree(tx, scope, { userName: input.userName, email, own: before })
  await updateMember(tx, scope, {
    uuid,
    name: nameOf(input, before),
    role,
    status: isClosed ? 'Inactive' : isOpened ? 'Active' : undefined,
  })
  // Sessions and links of the old mailbox do not belong to the owner of the new address.
  if (isClosed || email !== before.email) await endAccess(tx, scope, uuid)
  if (email !== before.email) {
    await changeEmail(tx, scope, { uuid, email })
    // A provider asserted the old address: it has to assert the new one.
    await deleteExternalsOf(tx, scope, uuid)
    await proveByDomain(tx, scope, { memberUuid: uuid, email })
  }
  await updateProvisioned(tx, scope, { uuid, ...provisioned(input) })
  return {}
}

interface UserChanges {
  userName: string
  email: string
  own: UserRow | null
}

async function checkFree(tx: Tx, scope: Scope, { userName, email, own }: UserChanges): Promise<void> {
  const holder = await findUuidByUserName(tx, scope, userName)
  if (holder !== null && holder !== own?.uuid) {
    throw scimProblem('uniqueness', 'A user with this userName already exists')
  }
  if (email !== own?.email && (await isAddressTaken(tx, scope, email))) throw emailConflict()
}

const emailConflict = () => scimProblem('uniqueness', 'This email address already belongs to a member')

const provisioned = ({ userName, externalId, name }: ScimUserInput) => ({
  userName,
  externalId: externalId ?? null,
  givenName: name?.givenName ?? null,
  familyName: name?.familyName ?? null,
})

/** The primary address, otherwise userName if it is an address. */
function emailOf({ emails = [], userName }: ScimUserInput, before: UserRow | null): string {
  const sent = (emails.findLast(({ primary }) => primary === true) ?? emails[0])?.value
  const hasOwnEmail = before !== null && before.email !== before.userName.toLowerCase()
  const email = Email.safeParse(sent ?? (hasOwnEmail ? before.email : userName))
  if (email.success) return email.data
  if (sent === undefined && before) return before.email
  throw scimProblem(
    'invalidValue',
    'An email address is required: emails is empty and userName is not an address',
  )
}

/** Directories may send any text. */
const shownName = (text: string) => toLine(text).slice(0, 200).toWellFormed()

function nameOf({ displayName, name, userName }: ScimUserInput, before: UserRow | null): string {
  const full = displayName ?? name?.formatted
  if (full) return shownName(full)
  const joined = shownName([name?.givenName, name?.familyName].filter(Boolean).join(' '))
  const currentName = before && [before.givenName, before.familyName].filter(Boolean).join(' ')
  if (joined !== '' && joined !== currentName) return joined
  return before?.name ?? shownName(userName.split('@', 1)[0]!)
}

/** The role in the account; defaults to Viewer. */
function roleOf({ roles = [] }: ScimUserInput, before: UserRow | null): Role {
  const currentRole = before ? (parseRole(before.role) ?? 'Viewer') : 'Viewer'
  const sent = roles.map((role) => {
    const name = typeof role === 'string' ? role : role.value
    const parsed = parseRole(name)
    if (!parsed) throw scimProblem('invalidValue', `There is no role "${name}"`)
    return parsed
  })
  return sent.find((role) => role !== currentRole) ?? currentRole
}
