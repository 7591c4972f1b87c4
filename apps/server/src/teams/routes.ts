import { contract } from '@assay/contract/contract.ts'
import { parseRole, teamRoleOf } from '@assay/contract/permissions.ts'
import { messages } from '@assay/contract/problem.ts'
import type { TeamMember } from '@assay/contract/teams.ts'
import { randomUUID } from 'node:crypto'
import type { Parts } from '../app.ts'
import type { Caller, Scope } from '../auth/scope.ts'
import type { Tx } from '../database/database.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { insertInvited, roleForNewMember, sendInvitation } from '../members/invite-member.ts'
import { findPlaceable, listMembers } from '../members/store.ts'
import {
  deleteTeam,
  deleteTeamMember,
  findTeam,
  insertTeam,
  listTeamMembers,
  listTeams,
  putTeamMember,
  type TeamMemberRow,
  updateTeam,
} from './store.ts'

export function teamsRoutes(parts: Parts): void {
  const { binding, db } = parts
  implement(binding, contract.teams, {
    async list({ caller: { scope } }) {
      const teams = await listTeams(db, scope)
      return scope.teams === 'all' ? [everyone(scope), ...teams] : teams
    },
    async create({ caller: { scope }, body, record }) {
      const uuid = randomUUID()
      await insertTeam(db, scope, { uuid, ...body })
      const after = (await findTeam(db, scope, uuid)) ?? missing('team')
      record({ target: { teamUuid: uuid }, after })
      return after
    },
    async update({ caller: { scope }, params, body, record }) {
      const before = (await findTeam(db, scope, params.teamUuid)) ?? missing('team')
      await updateTeam(db, scope, { uuid: before.uuid, ...body })
      const after = (await findTeam(db, scope, before.uuid)) ?? missing('team')
      record({ before, after })
      return after
    },
    async remove({ caller: { scope }, params, record }) {
      const before = (await findTeam(db, scope, params.teamUuid)) ?? missing('team')
      await db.transaction().execute((tx) => deleteTeam(tx, scope, before.uuid))
      record({ before })
      return {}
    },
    async members({ caller: { scope }, params }) {
      if (isEveryone(scope, params.teamUuid)) return (await listMembers(db, scope)).map(teamMemberOf)
      await checkTeam(db, scope, params.teamUuid)
      return (await listTeamMembers(db, scope, params.teamUuid)).map(teamMemberOf)
    },
    async addMember({ caller, params, body, record }) {
      const { scope } = caller
      const { member, isNew } = await db
        .transaction()
        .execute((tx) => addToTeam(tx, caller, { ...body, ...params }))
      if (isNew) await sendInvitation(parts, scope, member)
      const after = teamMemberOf(member)
      record({ target: { memberUuid: member.uuid }, after })
      return after
    },
    async updateMember({ caller: { scope }, params, body, record }) {
      const before = await memberIn(db, scope, params)
      await putTeamMember(db, scope, { ...keysOf(params), role: teamRoleOf(body.role) })
      const after = teamMemberOf(await memberIn(db, scope, params))
      record({ before: teamMemberOf(before), after })
      return after
    },
    async removeMember({ caller: { scope }, params, record }) {
      const before = await memberIn(db, scope, params)
      await deleteTeamMember(db, scope, keysOf(params))
      record({ before: teamMemberOf(before) })
      return {}
    },
  })
}

interface Addition {
  teamUuid: string
  uuid?: string | undefined
  role?: NonNullable<ReturnType<typeof parseRole>> | undefined
  membership?:
    | {
        email: string
        name?: string | undefined
        role?: NonNullable<ReturnType<typeof parseRole>> | undefined
      }
    | null
    | undefined
}

async function addToTeam(
  tx: Tx,
  caller: Caller,
  addition: Addition,
): Promise<{ member: TeamMemberRow; isNew: boolean }> {
  const { scope } = caller
  const { teamUuid, membership } = addition
  const isForEveryone = isEveryone(scope, teamUuid)
  if (isForEveryone && scope.teams !== 'all') missing('team')
  if (!isForEveryone) await checkTeam(tx, scope, teamUuid)
  const memberUuid = membership
    ? await insertInvited(tx, scope, { ...membership, role: roleForNewMember(caller, membership.role) })
    : addition.uuid
  if (memberUuid === undefined) throw new Problem(400, 'missingParameters', messages.missingParameters)
  const member = (await findPlaceable(tx, scope, memberUuid)) ?? missing('member')
  const role = isForEveryone ? member.role : teamRoleOf(addition.role ?? 'Viewer')
  if (!isForEveryone) await putTeamMember(tx, scope, { teamUuid, memberUuid: member.uuid, role })
  return {
    member: { uuid: member.uuid, email: member.email, name: member.name, role },
    isNew: Boolean(membership),
  }
}

/** The built-in team of all members has the account's uuid. */
const isEveryone = (scope: Scope, teamUuid: string) => teamUuid.toLowerCase() === scope.accountUuid

const everyone = ({ accountUuid }: Scope) => ({
  ...{ accountUuid, uuid: accountUuid, name: 'Everyone' },
  ...{ description: 'All members of the account', active: true },
})

async function checkTeam(db: Parts['db'], scope: Scope, uuid: string): Promise<void> {
  if (!(await findTeam(db, scope, uuid))) missing('team')
}

async function memberIn(
  db: Parts['db'],
  scope: Scope,
  { teamUuid, memberUuid }: Keys,
): Promise<TeamMemberRow> {
  await checkTeam(db, scope, teamUuid)
  const members = await listTeamMembers(db, scope, teamUuid)
  return members.find(({ uuid }) => uuid === memberUuid.toLowerCase()) ?? missing('member')
}

interface Keys {
  teamUuid: string
  memberUuid: string
}

const keysOf = ({ teamUuid, memberUuid }: Keys): Keys => ({ teamUuid, memberUuid })

const teamMemberOf = ({ uuid, email, name, role }: TeamMemberRow): TeamMember => ({
  ...{ uuid, email, name },
  role: parseRole(role) ?? 'Team viewer',
})
