import { type Group, maxGroupDepth } from '@assay/contract/groups.ts'
import { randomUUID } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'
import { notFound, Problem, throwNotFound } from '#platform/http/problem.ts'
import { lockGroups } from '#projects/group-settings-store.ts'
import { areInScope } from '#projects/in-scope-store.ts'
import { requestEvaluation } from '#projects/policies/request-evaluation.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { addProjects, placeByRules, removeProjects } from './membership-store.ts'
import { replaceOwners, replaceTeams } from './people-store.ts'
import {
  childrenOf,
  deleteGroup,
  findGroup,
  findGroupNamed,
  type GroupRow,
  type GroupValues,
  hasGroup,
  insertGroup,
  setParent,
  updateGroup,
  updatePaths,
} from './store.ts'

export interface NewGroup extends GroupValues {
  ownerUuids: string[]
}

/** Throws Problem 404 for an unknown parent or owner, 409 for a name that the parent has already. */
export async function createGroup(
  tx: Tx,
  scope: Scope,
  { ownerUuids, ...values }: NewGroup,
): Promise<GroupRow> {
  await lockGroups(tx, scope)
  const uuid = randomUUID()
  const { parentUuid } = values
  if (parentUuid !== null && !(await hasGroup(tx, scope, parentUuid))) throw notFound('group')
  await insertGroup(tx, scope, { uuid, ...values }).catch(groupExists)
  await setOwners(tx, scope, { uuid, ownerUuids })
  const made = (await findGroup(tx, scope, uuid)) ?? throwNotFound('group')
  checkDepth(made.path.length)
  if (values.rule !== null) await refresh(tx, scope)
  return made
}

/** What a new group has unless it is given. */
export const groupDefaults: Omit<NewGroup, 'name'> = {
  parentUuid: null,
  kind: 'product',
  description: '',
  fixTargets: { CRITICAL: null, HIGH: null, MEDIUM: null, LOW: null },
  minimums: { security: null, stability: null, licensing: null },
  rule: null,
  ownerUuids: [],
}

/** The group with these names from the top; those that are missing are created. Throws Problem 409 if it is too deep. */
export async function ensureGroup(
  tx: Tx,
  scope: Scope,
  { names, kind }: { names: readonly string[]; kind: Group['kind'] },
): Promise<string> {
  await lockGroups(tx, scope)
  checkDepth(names.length)
  let parentUuid: string | null = null
  for (const name of names) {
    const found = await findGroupNamed(tx, scope, { parentUuid, name })
    parentUuid =
      found?.uuid ?? (await createGroup(tx, scope, { ...groupDefaults, parentUuid, name, kind })).uuid
  }
  return parentUuid ?? throwNotFound('group')
}

export type GroupChange = { [K in keyof NewGroup]?: NewGroup[K] | undefined }

/** Throws Problem 404, or 409 for a taken name, a move below itself or a tree that gets too deep. */
export async function changeGroup(
  tx: Tx,
  scope: Scope,
  { uuid, ownerUuids, ...change }: GroupChange & { uuid: string },
): Promise<{ before: GroupRow; after: GroupRow }> {
  await lockGroups(tx, scope)
  const before = (await findGroup(tx, scope, uuid)) ?? throwNotFound('group')
  const values = mergeValues(before, change)
  await checkParent(tx, scope, { uuid: before.uuid, parentUuid: values.parentUuid })
  await updateGroup(tx, scope, { uuid: before.uuid, ...values }).catch(groupExists)
  if (values.parentUuid !== before.parentUuid)
    checkDepth(await updatePaths(tx, scope, { uuid: before.uuid, parentUuid: values.parentUuid }))
  if (ownerUuids) await setOwners(tx, scope, { uuid: before.uuid, ownerUuids })
  await refresh(tx, scope)
  return { before, after: (await findGroup(tx, scope, uuid)) ?? throwNotFound('group') }
}

function mergeValues(before: GroupRow, change: Omit<GroupChange, 'ownerUuids'>): GroupValues {
  const known: GroupValues = {
    ...groupDefaults,
    ...before,
    fixTargets: { ...groupDefaults.fixTargets, ...before.fixTargets },
    minimums: { ...groupDefaults.minimums, ...before.minimums },
  }
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...known, ...(Object.fromEntries(given) as Partial<GroupValues>) }
}

async function checkParent(
  tx: Tx,
  scope: Scope,
  { uuid, parentUuid }: { uuid: string; parentUuid: string | null },
): Promise<void> {
  if (parentUuid === null) return
  const parent = (await findGroup(tx, scope, parentUuid)) ?? throwNotFound('group')
  if (parent.path.includes(uuid))
    throw new Problem(409, 'groupInItself', 'A group cannot be moved below itself')
}

/** The groups below it move up. */
export async function removeGroup(tx: Tx, scope: Scope, uuid: string): Promise<GroupRow> {
  await lockGroups(tx, scope)
  const before = (await findGroup(tx, scope, uuid)) ?? throwNotFound('group')
  const { parentUuid } = before
  for (const child of await childrenOf(tx, scope, before.uuid)) {
    await setParent(tx, scope, { uuid: child.uuid, parentUuid }).catch(groupExists)
    await updatePaths(tx, scope, { uuid: child.uuid, parentUuid })
  }
  await deleteGroup(tx, scope, before.uuid)
  await refresh(tx, scope)
  return before
}

/** Throws Problem 404 for a project out of scope. */
export async function changeProjects(
  tx: Tx,
  scope: Scope,
  { groupUuid, add, remove }: { groupUuid: string; add: readonly string[]; remove: readonly string[] },
): Promise<{ added: number; removed: number }> {
  await lockGroups(tx, scope)
  if (!(await hasGroup(tx, scope, groupUuid))) throwNotFound('group')
  const projects = [...new Set([...add, ...remove].map((uuid) => uuid.toLowerCase()))]
  if (!(await areInScope(tx, scope, projects))) throw notFound('project')
  const removed = await removeProjects(tx, scope, { groupUuid, projects: remove })
  const added = await addProjects(tx, scope, { groupUuid, projects: add })
  await placeByRules(tx, scope, projects)
  await requestEvaluation(tx, scope, { projectUuids: projects })
  await incrementRevision(tx, scope)
  return { added, removed }
}

/** Throws Problem 404 for an unknown team. */
export async function changeTeams(
  tx: Tx,
  scope: Scope,
  { groupUuid, teamUuids }: { groupUuid: string; teamUuids: readonly string[] },
): Promise<{ before: GroupRow; after: GroupRow }> {
  await lockGroups(tx, scope)
  const before = (await findGroup(tx, scope, groupUuid)) ?? throwNotFound('group')
  if (!(await replaceTeams(tx, scope, { groupUuid, teams: teamUuids }))) throw notFound('team')
  await incrementRevision(tx, scope)
  return { before, after: (await findGroup(tx, scope, groupUuid)) ?? throwNotFound('group') }
}

async function setOwners(
  tx: Tx,
  scope: Scope,
  { uuid, ownerUuids }: { uuid: string; ownerUuids: readonly string[] },
): Promise<void> {
  if (!(await replaceOwners(tx, scope, { groupUuid: uuid, members: ownerUuids }))) throw notFound('member')
}

async function refresh(tx: Tx, scope: Scope): Promise<void> {
  await placeByRules(tx, scope, null)
  await requestEvaluation(tx, scope)
  await incrementRevision(tx, scope)
}

function checkDepth(depth: number): void {
  if (depth > maxGroupDepth)
    throw new Problem(409, 'groupTooDeep', `Groups can be at most ${maxGroupDepth} levels deep`)
}

function groupExists(error: unknown): never {
  throw isUniqueViolation(error)
    ? new Problem(409, 'groupExists', 'There is already a group with this name here')
    : error
}
