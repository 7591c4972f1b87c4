import { dayMs } from '@assay/engine/time.ts'
import { contract } from '@assay/contract/contract.ts'
import type { Group, GroupItem, GroupNumbers } from '@assay/contract/groups.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { cacheKey, type Scope } from '#auth/scope.ts'
import { shareLookup } from '#auth/callers/share-lookup.ts'
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
import {
  findGroup,
  type GroupRow,
  groupsOfProject,
  hasGroup,
  type ListedGroup,
  listGroups,
  projectsOfGroup,
} from './store.ts'

export function groupsRoutes({ routes, db, numbers }: AppContext): void {
  const numbersOf = (scope: Scope) => numbers.groups(scope, { today: Math.floor(Date.now() / dayMs) })
  const listItems = shareLookup(
    async (_db, scope: Scope) => {
      const [rows, sums] = await Promise.all([listGroups(db, scope), numbersOf(scope)])
      return rows.map((row) => itemOf(row, sums))
    },
    (scope) => cacheKey(scope, {}),
  )
  registerRoutes(routes, contract.groups, {
    list: ({ caller: { scope } }) => listItems(db, scope),
    async get({ caller: { scope }, params }) {
      const row = (await findGroup(db, scope, params.groupUuid)) ?? throwNotFound('group')
      return { ...groupView(row), numbers: (await numbersOf(scope)).get(row.uuid) ?? noNumbers }
    },
    async projects({ caller: { scope }, params }) {
      if (!(await hasGroup(db, scope, params.groupUuid))) throwNotFound('group')
      return projectsOfGroup(db, scope, params.groupUuid)
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
        const before = await projectsOfGroup(tx, scope, params.groupUuid)
        const result = await changeProjects(tx, scope, { groupUuid: params.groupUuid, ...body })
        const after = await projectsOfGroup(tx, scope, params.groupUuid)
        return { result, before: { projects: before }, after: { projects: after } }
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

const groupView = ({ createdAt, path: _path, ...row }: GroupRow): Group =>
  withDefaults({ ...row, createdAt: createdAt.getTime() })

const withDefaults = (listed: ListedGroup): Group => ({
  ...listed,
  fixTargets: { ...groupDefaults.fixTargets, ...listed.fixTargets },
  minimums: { ...groupDefaults.minimums, ...listed.minimums },
})

const itemOf = (row: ListedGroup, numbers: ReadonlyMap<string, GroupNumbers>): GroupItem => ({
  ...withDefaults(row),
  numbers: numbers.get(row.uuid) ?? noNumbers,
})
