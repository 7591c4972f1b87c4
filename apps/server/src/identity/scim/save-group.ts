import { toLine } from '@assay/text/invisible.ts'
import type { ScimGroupInput } from '@assay/contract/scim.ts'
import { randomUUID } from 'node:crypto'
import { isUuid } from '#platform/http/is-uuid.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import {
  deleteOtherTeamMembers,
  deleteTeamMembers,
  insertTeam,
  insertTeamMembers,
  updateProvisionedTeam,
  updateTeam,
} from '#accounts/teams/store.ts'
import { scimProblem } from './scim-problem.ts'
import { countMembersAmong, findTeamByName, type GroupRow } from './store.ts'

/** Change of the members; omitted for no change. */
export interface GroupInput extends Omit<ScimGroupInput, 'members'> {
  members?: { isReplaced: boolean; added: readonly string[]; removed: readonly string[] }
}

/** Added and removed members, so that the audit log need not repeat all of them. */
interface MembersChange {
  added: string[]
  removed: string[]
}

interface Saved {
  uuid: string
  more: MembersChange
}

/** Replaces the members with the listed ones. */
export const groupInput = ({ members, ...input }: ScimGroupInput): GroupInput => ({
  ...input,
  ...(members && { members: { isReplaced: true, added: members.map(({ value }) => value), removed: [] } }),
})

export async function createGroup(tx: Tx, scope: Scope, input: GroupInput): Promise<Saved> {
  const uuid = randomUUID()
  const name = toLine(input.displayName)
  await checkName(tx, scope, { name, own: null })
  await insertTeam(tx, scope, { uuid, name, description: '' })
  return { uuid, more: await saveRest(tx, scope, { uuid, input }) }
}

export async function replaceGroup(
  tx: Tx,
  scope: Scope,
  { before, input }: { before: GroupRow; input: GroupInput },
): Promise<Saved> {
  const { uuid } = before
  const name = toLine(input.displayName)
  await checkName(tx, scope, { name, own: uuid })
  await updateTeam(tx, scope, { uuid, name })
  return { uuid, more: await saveRest(tx, scope, { uuid, input }) }
}

async function checkName(tx: Tx, scope: Scope, { name, own }: { name: string; own: string | null }) {
  const holder = await findTeamByName(tx, scope, name)
  if (holder !== null && holder !== own) {
    throw scimProblem('uniqueness', 'A group with this displayName already exists')
  }
}

/**
 * Existing members keep their role; new ones get the lowest. The difference is computed in the database, since a group
 * may have tens of thousands of members.
 */
async function saveRest(
  tx: Tx,
  scope: Scope,
  { uuid: teamUuid, input }: { uuid: string; input: GroupInput },
): Promise<MembersChange> {
  await updateProvisionedTeam(tx, scope, { uuid: teamUuid, externalId: input.externalId ?? null })
  if (!input.members) return { added: [], removed: [] }
  const { isReplaced, added, removed } = input.members
  const memberUuids = idsOf(added)
  await checkMembers(tx, scope, memberUuids)
  const inserted = await insertTeamMembers(tx, scope, { teamUuid, memberUuids, role: 'Team viewer' })
  const deleted = isReplaced
    ? await deleteOtherTeamMembers(tx, scope, { teamUuid, memberUuids })
    : await deleteTeamMembers(tx, scope, {
        teamUuid,
        memberUuids: idsOf(removed).filter(isUuid),
      })
  return { added: inserted, removed: deleted }
}

const idsOf = (values: readonly string[]) => [...new Set(values.map((value) => value.toLowerCase()))]

async function checkMembers(tx: Tx, scope: Scope, uuids: string[]): Promise<void> {
  if (!uuids.every(isUuid)) throwNotFound('member')
  if ((await countMembersAmong(tx, scope, uuids)) < uuids.length) throwNotFound('member')
}
