import { dayMs, isoDay } from '@assay/engine/time.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { OverdueFinding } from '@assay/contract/trends.ts'
import { EpochMs, Uuid } from '@assay/contract/vocabulary.ts'
import {
  fromWireSeverity,
  ratedSeverities,
  severities,
  type Severity,
  toWireSeverity,
} from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { readDueTargets } from '#accounts/account/configuration.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { Problem } from '#platform/http/problem.ts'
import { dayOf } from '#reporting/numbers/days.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import { chooseProjects } from '#reporting/numbers/selection.ts'
import { type OverdueRow, readOverdue } from './overdue-store.ts'

type OverduePage = z.infer<(typeof contract.trends.overdue.responses)[200]>
type Target = OverduePage['targets'][number]

interface PageQuery {
  query: ParsedInput<typeof contract.trends.overdue>['query']
  now: Date
}

/** The total is that of the trend. Throws Problem 404 for a team out of scope, 400 for a cursor of another list. */
export async function listOverdue(
  { db, numbers }: { db: Database; numbers: Numbers },
  scope: Scope,
  { query, now }: PageQuery,
): Promise<OverduePage> {
  const after = readPosition(query.cursor)
  const selection = await chooseProjects(db, scope, query)
  const account = await readDueTargets(db, scope)
  const sums = await numbers.overdue(scope, { selection, today: dayOf(now) })
  const severity = query.severity === undefined ? null : fromWireSeverity(query.severity)
  const isAsked = (each: Severity) => severity === null || severity === each
  const rows = await readOverdue(db, scope, {
    selection,
    targets: sums.targets.filter((target) => isAsked(target.severity)),
    exploitedDays: account.exploited,
    severity,
    today: new Date(dayOf(now) * dayMs),
    after,
    limit: query.limit + 1,
  })
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const isLast = rows.length <= query.limit || !last
  return {
    findings: page.map((row) => wireRow(row, now)),
    total: severities.filter(isAsked).reduce((sum, each) => sum + (sums.findings[each] ?? 0), 0),
    targets: targetsOf(account.bySeverity),
    exploitedDays: account.exploited,
    nextCursor: isLast ? null : writeCursor([String(last.dueMs), last.uuid]),
  }
}

const Position = z.object({ dueMs: EpochMs, uuid: Uuid })

function readPosition(cursor: string | undefined): z.infer<typeof Position> | null {
  const texts = readCursor(cursor, 2)
  if (texts === null) return null
  const { data } = Position.safeParse({ dueMs: Number(texts[0]), uuid: texts[1] })
  if (!data) throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return data
}

/** Most severe first. */
function targetsOf(targets: Readonly<Record<Target['severity'], number | null>>): Target[] {
  return ratedSeverities.flatMap((severity) => {
    const days = targets[severity]
    return days === null ? [] : [{ severity, days }]
  })
}

function wireRow({ severity, dueMs, since, cve, publicId, ...row }: OverdueRow, now: Date): OverdueFinding {
  const { uuid: _, ...facts } = row
  const dueDay = Math.floor(dueMs / dayMs)
  return {
    ...facts,
    id: cve ?? row.adviceID,
    displayId: displayId({ cve, publicId, advisoryUuid: row.adviceID }),
    severity: toWireSeverity[severity as Severity],
    since: since.getTime(),
    dueDate: isoDay(dueDay * dayMs),
    daysOverdue: dayOf(now) - dueDay,
  }
}
