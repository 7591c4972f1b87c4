import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { MetricsWindow, ProjectSelection } from './metrics.ts'
import { Day, EpochMs, Flag, Uuid, WireSeverity } from './vocabulary.ts'

/** Findings that were opened, by what made them new. */
const Opened = z
  .object({
    total: z.int(),
    /** By the first scan of a branch: how it was when it came. */
    firstScan: z.int(),
    /** A dependency was added or changed its version. */
    dependency: z.int(),
    /** The same version as in the scan before; an advisory is new or was changed. */
    advisory: z.int(),
    /** An exclusion was removed or expired, or a VEX statement changed. */
    exclusionLifted: z.int(),
    /** A file or an ecosystem that a scan before could not read. */
    coverageRestored: z.int(),
  })
  .meta({ id: 'OpenedFindings' })

/** Findings that were closed, by how; upgraded and removed are fixes, the others are not. */
const Closed = z
  .object({
    total: z.int(),
    upgraded: z.int(),
    removed: z.int(),
    /** The advisory was withdrawn, or no longer names the version. */
    withdrawn: z.int(),
    excluded: z.int(),
    /** Its file or ecosystem was not read. */
    coverageLost: z.int(),
  })
  .meta({ id: 'ClosedFindings' })

export type Opened = z.infer<typeof Opened>
export type Closed = z.infer<typeof Closed>

const SeverityTrend = z
  .object({
    severity: WireSeverity,
    /** At the end of the window. */
    open: z.int(),
    /** Since the day before the window. */
    change: z.int(),
    /** At the end of each day of `sortedDates`. */
    openByDay: z.array(z.int()),
    fixed: z.int(),
    /** Whole days, of fixes whose days are known; null without any. */
    medianDaysToFix: z.int().nullable(),
    /** What the account wants it fixed in; null: no target. */
    targetDays: z.int().nullable(),
    /** Open now and older than that; null: no target. */
    overdue: z.int().nullable(),
  })
  .meta({ id: 'SeverityTrend' })
export type SeverityTrend = z.infer<typeof SeverityTrend>

export const Trend = z
  .object({
    startDate: Day,
    endDate: Day,
    /** The days of the window, today being the last. */
    sortedDates: z.array(Day),
    open: z.int(),
    change: z.int(),
    /** Worst first: the four that a score gives, and others with findings. */
    severities: z.array(SeverityTrend),
    opened: Opened,
    closed: Closed,
    /** From Monday to Sunday; the first and the last are cut by the window. */
    weeks: z.array(z.object({ startDate: Day, endDate: Day, opened: Opened, closed: Closed })),
    daysToFix: z.object({
      median: z.int().nullable(),
      /** Of as many days before the window. */
      previousMedian: z.int().nullable(),
    }),
    /** Of all severities with a target, whatever the window; null: there is no target. */
    overdue: z.int().nullable(),
    /** Of what is open now, whatever the window: days since the later of introduction and publication. */
    age: z.object({
      medianDays: z.int().nullable(),
      /** From so many days on, up to before the next. */
      groups: z.array(z.object({ fromDays: z.int(), open: z.int() })),
    }),
  })
  .meta({ id: 'Trend' })
export type Trend = z.infer<typeof Trend>

/** An open finding that is older than the account wants it to be. */
const OverdueFinding = z
  .object({
    projectUuid: Uuid,
    projectName: z.string(),
    projectUrl: z.string(),
    branch: z.string(),
    /** What people see: the CVE, else the advisory's uuid. */
    id: z.string(),
    adviceID: Uuid,
    severity: WireSeverity,
    package: z.string(),
    fixedVersions: z.array(z.string()),
    /** The later of introduction and publication. */
    since: EpochMs,
    /** The last day on which it was in time. */
    dueDate: Day,
    daysOverdue: z.int(),
  })
  .meta({ id: 'OverdueFinding' })
export type OverdueFinding = z.infer<typeof OverdueFinding>

export const trends = endpoints({
  overdue: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/overdue',
    permission: 'insights.read',
    summary: 'Open vulnerabilities that are older than the target of their severity, longest overdue first',
    query: z.object({
      ...ProjectSelection,
      severity: z.enum(ratedSeverities).optional(),
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    responses: {
      200: z
        .object({
          findings: z.array(OverdueFinding),
          /** In how many days the account wants them fixed, worst first; empty: there are no targets. */
          targets: z.array(z.object({ severity: z.enum(ratedSeverities), days: z.int() })),
          /** Pass it as `cursor` for the next page; null at the end. */
          nextCursor: z.string().nullable(),
        })
        .meta({ id: 'OverdueFindings' }),
    },
  },
  security: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/trend',
    permission: 'insights.read',
    summary:
      'Open vulnerabilities by severity over time, new and fixed ones by week and cause, days to fix and ages',
    query: z.object({
      ...MetricsWindow,
      ...ProjectSelection,
      /** Whether the answer may come from memory while the account is unchanged. */
      cache: Flag.default(false),
    }),
    errors: ['dateFilterError'],
    responses: { 200: Trend },
  },
})
