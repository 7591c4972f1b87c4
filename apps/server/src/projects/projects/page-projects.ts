import { wireCovered } from '#projects/coverage-store.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { ProjectItem } from '@assay/contract/projects.ts'
import { severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { notFound, Problem } from '#platform/http/problem.ts'
import { branchPatternsOf, namesIn } from '#projects/branch-names.ts'
import { hasGroup } from '#projects/groups/store.ts'
import { hasTeam } from '#projects/project-store.ts'
import { countListed, listProjectPage, type ListedProject } from '#projects/project-list-store.ts'

type PageQuery = ParsedInput<typeof contract.projects.page>['query']

/** One page, the cursor of the next one, and totals. Throws Problem 404 for a team or group out of scope. */
export async function pageProjects(db: Database, scope: Scope, query: PageQuery) {
  const { limit, direction } = query
  const filter = filterOf(scope, query)
  if (filter.teamUuid !== null && !(await hasTeam(db, scope, filter.teamUuid))) throw notFound('team')
  if (filter.groupUuid !== null && !(await hasGroup(db, scope, filter.groupUuid))) throw notFound('group')
  const after = positionOf(query)
  const isDescending = direction === 'desc'
  // One extra row shows whether there is another page.
  const rows = await listProjectPage(db, scope, { ...filter, isDescending, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(itemOf),
    ...(await countListed(db, scope, filter)),
    nextCursor: last ? writeCursor([orderOf(query), last.position.join(), last.name, last.uuid]) : null,
  }
}

function filterOf(scope: Scope, query: PageQuery) {
  const { text, state, sort, policy, branches, tags, teamUUID, groupUuid, project } = query
  const teamUuid = teamUUID?.toLowerCase() ?? null
  return {
    text,
    state,
    sort,
    belowPolicyOf: policy === 'below' ? branchPatternsOf(branches) : null,
    tags: namesIn(tags),
    groupUuid: groupUuid ?? null,
    search: project.replaceAll('\0', ''),
    // The account's own uuid stands for the team Everyone.
    teamUuid: teamUuid === scope.accountUuid ? null : teamUuid,
  }
}

const orderOf = ({ sort, direction }: PageQuery) => `${sort} ${direction}`

const Rank = z.array(z.string().regex(/^-?\d{1,18}$|^9223372036854775807$/)).max(5)

/** Throws Problem 400 for the cursor of another list or order. */
function positionOf(query: PageQuery) {
  const position = readCursor(query.cursor, 4)
  if (position === null) return undefined
  const [order, numbers = '', name = '', uuid = ''] = position
  const rank = Rank.safeParse(numbers === '' ? [] : numbers.split(','))
  if (order !== orderOf(query) || !rank.success || !z.uuid().safeParse(uuid).success)
    throw new Problem(400, 'invalidInput', 'The cursor belongs to a different sort order')
  return { rank: rank.data, name, uuid }
}

function itemOf({
  position: _position,
  archivedAt,
  lastScannedAt,
  main,
  ...row
}: ListedProject): ProjectItem {
  return {
    ...row,
    archivedAt: archivedAt?.getTime() ?? null,
    lastScannedAt: lastScannedAt?.getTime() ?? null,
    main: main && {
      branch: main.name,
      scores: main.scores,
      ...wireCovered(main.covered),
      openFindings: wireCounts(main.open),
    },
  }
}

const wireCounts = (open: NonNullable<ListedProject['main']>['open']) =>
  Object.fromEntries(
    severities.flatMap((severity) => (open[severity] ? [[toWireSeverity[severity], open[severity]]] : [])),
  )
