import type { ScimGroupInput } from '@assay/contract/scim.ts'
import { randomUUID } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import {
  deleteTeamMembers,
  insertTeam,
  insertTeamMembers,
  updateProvisionedTeam,
  updateTeam,
} from '#accounts/teams/store.ts'
import { scimProblem } from './scim-problem.ts'
import { findTeamByName, type GroupRow, membersAmong } from './store.ts'

/** Who came and who went: for the audit log, which need not repeat all who stayed. */
interface MembersChange {
  added: string[]
  removed: string[]
}

interface Saved {
  uuid: string
  more: MembersChange
}

export async function createGroup(tx: Tx, scope: Scope, input: ScimGroupInput): Promise<Saved> {
  const uuid = randomUUID()
  await checkName(tx, scope, { name: input.displayName, own: null })
  await insertTeam(tx, scope, { uuid, name: input.displayName, description: '' })
  return { uuid, more: await keepRest(tx, scope, { uuid, input, held: [] }) }
}

export async function replaceGroup(
  tx: Tx,
  scope: Scope,
  { before, input }: { before: GroupRow; input: ScimGroupInput },
): Promise<Saved> {
  const { uuid } = before
  await checkName(tx, scope, { name: input.displayName, own: uuid })
  await updateTeam(tx, scope, { uuid, name: input.displayName })
  const held = before.members.map((member) => member.uuid)
  return { uuid, more: await keepRest(tx, scope, { uuid, input, held }) }
}

async function checkName(tx: Tx, scope: Scope, { name, own }: { name: string; own: string | null }) {
  const holder = await findTeamByName(tx, scope, name)
  if (holder !== null && holder !== own) {
    throw scimProblem('uniqueness', 'A group with this displayName already exists')
  }
}

interface Rest {
  uuid: string
  input: ScimGroupInput
  held: string[]
}

/** Members who are in the team already keep their role there; new ones get the least. */
async function keepRest(tx: Tx, scope: Scope, { uuid, input, held }: Rest): Promise<MembersChange> {
  await updateProvisionedTeam(tx, scope, { uuid, externalId: input.externalId ?? null })
  if (!input.members) return { added: [], removed: [] }
  const wanted = new Set(input.members.map(({ value }) => value.toLowerCase()))
  const added = [...wanted.difference(new Set(held))]
  const removed = held.filter((each) => !wanted.has(each))
  await checkMembers(tx, scope, added)
  await insertTeamMembers(tx, scope, { teamUuid: uuid, memberUuids: added, role: 'Team viewer' })
  await deleteTeamMembers(tx, scope, { teamUuid: uuid, memberUuids: removed })
  return { added, removed }
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

async function checkMembers(tx: Tx, scope: Scope, uuids: string[]): Promise<void> {
  if (!uuids.every((uuid) => uuidPattern.test(uuid))) throwNotFound('member')
  const known = await membersAmong(tx, scope, uuids)
  if (uuids.some((uuid) => !known.has(uuid))) throwNotFound('member')
}
