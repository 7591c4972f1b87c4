import { contract } from '@assay/contract/contract.ts'
import type { fixOrders, FixUpgrade } from '@assay/contract/fixes.ts'
import { fromWireSeverity, type WireSeverity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamText } from '#auth/router/reply.ts'
import type { Scope } from '#auth/scope.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findProject } from '#projects/project-store.ts'
import { checkOwners, chooseProjects, selectionOf } from '#reporting/numbers/selection.ts'
import type { UpgradeOverview, UpgradeSelection } from '#reporting/numbers/upgrades.ts'
import { csvPages } from './csv-pages.ts'
import { decideUpgrade } from './decide-upgrade.ts'
import { findAssignees } from '#accounts/members/assignee-store.ts'
import { listFixUses } from './use-store.ts'
import { wireUpgrade, wireUse } from './wire-upgrade.ts'

interface PageQuery {
  severity: WireSeverity[]
  snoozed: boolean
  sort: (typeof fixOrders)[number]
  cursor?: string | undefined
  limit: number
}

const isEmpty = (overview: UpgradeOverview) => Object.values(overview).every((count) => count === 0)

export function fixesRoutes({ routes, db, numbers }: Pick<AppContext, 'routes' | 'db' | 'numbers'>): void {
  const context = { db, numbers }
  registerRoutes(routes, contract.fixes, {
    async list({ caller: { scope }, query }) {
      const selection = selectionOf(scope, query)
      const fixes = await readFixes(context, scope, { where: { kind: 'filtered', selection }, query })
      if (isEmpty(fixes.overview)) await checkOwners(db, scope, selection)
      return fixes
    },

    async csv({ caller: { scope }, query, reply }) {
      const selection = selectionOf(scope, query)
      await checkOwners(db, scope, selection)
      reply.header('content-disposition', 'attachment; filename="fixes.csv"')
      return streamText(csvPages(batches(context, scope, { where: { kind: 'filtered', selection }, query })))
    },

    async ofProject({ caller: { scope }, params, query }) {
      const { uuid: projectUuid } =
        (await findProject(db, scope, params.projectUuid)) ?? throwNotFound('project')
      const name = query.branch?.replaceAll('\0', '')
      const branch =
        name === undefined
          ? null
          : ((await findBranch(db, scope, { projectUuid, name })) ?? throwNotFound('branch'))
      const where = { kind: 'project' as const, projectUuid, branchUuid: branch?.uuid ?? null }
      return readFixes(context, scope, { where, query })
    },

    async uses({ caller: { scope }, query }) {
      const upgrade = { ecosystem: query.ecosystem, packageName: query.packageName, to: query.to }
      const selection = await chooseProjects(db, scope, query)
      const after = readCursor(query.cursor, 3)
      const rows = await listFixUses(db, scope, { selection, upgrade, after, limit: query.limit + 1 })
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      return {
        uses: page.map(wireUse),
        nextCursor:
          last && rows.length > query.limit
            ? writeCursor([last.projectUrl, last.branch, last.branchUuid])
            : null,
      }
    },

    decide: ({ caller, body, change }) =>
      change((tx) => decideUpgrade(tx, caller, { body, now: Date.now() })),
  })
}

type Context = Pick<AppContext, 'db' | 'numbers'>

interface Reading {
  where: UpgradeSelection
  query: PageQuery
}

/** A page of upgrades, with the totals of all. */
async function readFixes({ db, numbers }: Context, scope: Scope, { where, query }: Reading) {
  const [after = null] = readCursor(query.cursor, 1) ?? []
  const { overview, page } = await numbers.upgrades(scope, {
    where,
    severities: [...new Set(query.severity.map(fromWireSeverity))],
    isSnoozed: query.snoozed,
    order: query.sort,
    now: new Date(),
    after,
    limit: query.limit + 1,
  })
  const rows = page.slice(0, query.limit)
  const assignees = await findAssignees(
    db,
    scope,
    rows.flatMap(({ assigneeUuid }) => assigneeUuid ?? []),
  )
  return {
    overview,
    upgrades: rows.map((row) => wireUpgrade(row, assignees)),
    nextCursor: page.length > query.limit ? writeCursor([rows.at(-1)!.sortKey]) : null,
  }
}

const csvRows = 1000

async function* batches(
  context: Context,
  scope: Scope,
  { where, query }: { where: UpgradeSelection; query: Omit<PageQuery, 'cursor' | 'limit'> },
): AsyncGenerator<FixUpgrade[]> {
  let cursor: string | undefined
  do {
    const page = await readFixes(context, scope, {
      where,
      query: { ...query, limit: csvRows, ...(cursor !== undefined && { cursor }) },
    })
    yield page.upgrades
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
