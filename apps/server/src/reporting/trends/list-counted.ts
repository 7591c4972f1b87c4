import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import { IntroducedBy } from '@assay/contract/findings.ts'
import type { CountedFinding } from '@assay/contract/trends.ts'
import { Uuid } from '@assay/contract/vocabulary.ts'
import { dayMs } from '@assay/engine/time.ts'
import { endKinds, type EndKind, type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { Problem } from '#platform/http/problem.ts'
import { dayOf } from '#reporting/numbers/days.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import { chooseProjects } from '#reporting/numbers/selection.ts'
import type { TrendSums } from '#reporting/numbers/trend.ts'
import type { Window } from '#reporting/numbers/window.ts'
import { type CountedQuery, type CountedRow, listCounted } from './counted-store.ts'
import { untilToday } from './read-trend.ts'

type Query = ParsedInput<typeof contract.trends.findings>['query']
type CountedPage = z.infer<(typeof contract.trends.findings.responses)[200]>

/**
 * The findings behind the numbers of the trend. The total is that of the trend itself.
 * Throws Problem 404 for a team or group out of scope, 400 for a cursor of another list.
 */
export async function readCounted(
  { db, numbers }: { db: Database; numbers: Numbers },
  scope: Scope,
  { query, window, now }: { query: Query; window: Window; now: Date },
): Promise<CountedPage> {
  const after = positionOf(query.cursor)
  const selection = await chooseProjects(db, scope, query)
  const { from } = window
  const before = untilToday(window, now)
  const today = dayOf(now)
  // Everything is open for 0 days or longer: the publication date may be in the future.
  const lastDay = query.minDays === 0 ? null : today - query.minDays
  const chosen = { event: query.event, causes: causesOf(query) }
  const sums = await numbers.trend(scope, {
    selection,
    window: { from, before, previousFrom: from },
    today,
  })
  const rows = await listCounted(db, scope, {
    ...chosen,
    selection,
    from,
    before,
    openBefore: lastDay === null ? null : new Date((lastDay + 1) * dayMs),
    after,
    limit: query.limit + 1,
  })
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    startDate: window.startDate,
    endDate: window.endDate,
    findings: page.map(wireRow),
    total: countOf(sums, { ...chosen, lastDay }),
    nextCursor: rows.length > query.limit && last ? writeCursor([last.position, last.uuid]) : null,
  }
}

/** Those of the event; all of them if none is given. */
function causesOf({ event, causes }: Query): readonly string[] {
  const ofEvent: readonly string[] = event === 'opened' ? IntroducedBy.options : endKinds
  return causes === undefined ? ofEvent : ofEvent.filter((cause) => (causes as string[]).includes(cause))
}

interface Counted extends Pick<CountedQuery, 'event' | 'causes'> {
  /** Of open ones, days since 1970; null for any. */
  lastDay: number | null
}

function countOf({ weeks, ages }: TrendSums, { event, causes, lastDay }: Counted): number {
  const counted =
    event === 'open'
      ? ages.filter(({ since }) => lastDay === null || since <= lastDay)
      : weeks.filter(({ cause }) => causes.includes(cause))
  return counted.reduce((sum, { findings }) => sum + findings, 0)
}

function positionOf(cursor: string | undefined): CountedQuery['after'] {
  const values = readCursor(cursor, 2)
  if (values === null) return null
  const [position, uuid] = values as [string, string]
  if (!/^-?\d{1,18}$/.test(position) || !Uuid.safeParse(uuid).success)
    throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return { position, uuid }
}

function wireRow({ position: _position, uuid: _uuid, cve, publicId, ...row }: CountedRow): CountedFinding {
  return {
    ...row,
    id: cve ?? row.adviceID,
    displayId: displayId({ cve, publicId, advisoryUuid: row.adviceID }),
    severity: toWireSeverity[row.severity as Severity],
    since: row.since.getTime(),
    openedAt: row.openedAt.getTime(),
    openedBy: row.openedBy as CountedFinding['openedBy'],
    closedAt: row.closedAt?.getTime() ?? null,
    closedBy: row.closedBy as EndKind | null,
  }
}
