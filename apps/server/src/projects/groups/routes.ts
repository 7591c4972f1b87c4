import { contract } from '@assay/contract/contract.ts'
import type { Group, GroupItem, GroupNumbers } from '@assay/contract/groups.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Scope } from '#auth/scope.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
import {
  changeGroup,
  changeProjects,
  changeTeams,
  createGroup,
  groupDefaults,
  removeGroup,
} from './change-groups.ts'
import { findGroup, type GroupRow, groupsOfProject, listGroups } from './store.ts'

/** Reads the numbers of the groups in scope; those without projects are absent. */
export type ReadGroupNumbers = (scope: Scope) => Promise<ReadonlyMap<string, GroupNumbers>>

export const groupsRoutes =
  (readNumbers: (context: AppContext) => ReadGroupNumbers) =>
  (context: AppContext): void => {
    const { routes, db } = context
    const numbersOf = readNumbers(context)
    registerRoutes(routes, contract.groups, {
      async list({ caller: { scope } }) {
        const [rows, numbers] = await Promise.all([listGroups(db, scope), numbersOf(scope)])
        return rows.map((row) => itemOf(row, numbers))
      },
      async get({ caller: { scope }, params }) {
        const row = (await findGroup(db, scope, params.groupUuid)) ?? throwNotFound('group')
        return itemOf(row, await numbersOf(scope))
      },
      async ofProject({ caller: { scope }, params }) {
        if (!(await findProject(db, scope, params.projectUuid))) throwNotFound('project')
        return groupsOfProject(db, scope, params.projectUuid)
      },
      create: ({ caller: { scope }, body, change }) =>
        change(async (tx) => {
          const after = groupView(await createGroup(tx, scope, body))
          return { result: after, target: { groupUuid: after.uuid }, after }
        }),
      update: ({ caller: { scope }, params, body, change }) =>
        change(async (tx) => {
          const { before, after } = await changeGroup(tx, scope, { uuid: params.groupUuid, ...body })
          return { result: groupView(after), before: groupView(before), after: groupView(after) }
        }),
      remove: ({ caller: { scope }, params, change }) =>
        change(async (tx) => {
          const before = groupView(await removeGroup(tx, scope, params.groupUuid))
          return { result: {}, before }
        }),
      changeProjects: ({ caller: { scope }, params, body, change }) =>
        change(async (tx) => {
          const result = await changeProjects(tx, scope, { groupUuid: params.groupUuid, ...body })
          return { result, after: body }
        }),
      setTeams: ({ caller: { scope }, params, body, change }) =>
        change(async (tx) => {
          const { before, after } = await changeTeams(tx, scope, {
            groupUuid: params.groupUuid,
            teamUuids: body.teamUuids,
          })
          return { result: groupView(after), before: groupView(before), after: groupView(after) }
        }),
    })
  }

const noNumbers: GroupNumbers = {
  projects: 0,
  securityScore: null,
  measuredRows: 0,
  belowPolicy: 0,
  knownExploited: 0,
  overdue: 0,
  openFindings: {},
}

const groupView = ({ createdAt, path: _path, ...row }: GroupRow): Group => ({
  ...row,
  fixTargets: { ...groupDefaults.fixTargets, ...row.fixTargets },
  minimums: { ...groupDefaults.minimums, ...row.minimums },
  createdAt: createdAt.getTime(),
})

const itemOf = (row: GroupRow, numbers: ReadonlyMap<string, GroupNumbers>): GroupItem => ({
  ...groupView(row),
  numbers: numbers.get(row.uuid) ?? noNumbers,
})
