import { dayMs, isoDay } from '@assay/engine/time.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { OverdueFinding } from '@assay/contract/trends.ts'
import { EpochMs, Uuid } from '@assay/contract/vocabulary.ts'
import { fromWireSeverity, ratedSeverities, type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { readDueTargets } from '#accounts/account/configuration.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { Problem } from '#platform/http/problem.ts'
import { chooseProjects } from '#reporting/numbers/selection.ts'
import { countOverdue, type OverdueRow, readOverdue } from './overdue-store.ts'

type OverduePage = z.infer<(typeof contract.trends.overdue.responses)[200]>
type Target = OverduePage['targets'][number]

interface PageQuery {
  query: ParsedInput<typeof contract.trends.overdue>['query']
  now: Date
}

/** Throws Problem 404 for a team out of scope, 400 for a cursor of another list. */
export async function listOverdue(
  db: Database,
  scope: Scope,
  { query, now }: PageQuery,
): Promise<OverduePage> {
  const after = readPosition(query.cursor)
  const selection = await chooseProjects(db, scope, query)
  const account = await readDueTargets(db, scope)
  const targets = targetsOf(account.bySeverity)
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const chosen = {
    selection,
    targets: account,
    severity: query.severity === undefined ? null : fromWireSeverity(query.severity),
    today,
  }
  const rows = await readOverdue(db, scope, { ...chosen, after, limit: query.limit + 1 })
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const isLast = rows.length <= query.limit || !last
  return {
    findings: page.map((row) => wireRow(row, now)),
    total: await countOverdue(db, scope, chosen),
    targets,
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
    daysOverdue: Math.floor(now.getTime() / dayMs) - dueDay,
  }
}
