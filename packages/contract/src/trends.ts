import { endKinds, findingEvents, ratedSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { IntroducedBy } from './findings.ts'
import { MetricsWindow, ProjectSelection } from './metrics.ts'
import { Day, DisplayId, EpochMs, Flag, listOf, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** Opened findings by cause. */
const Opened = named('OpenedFindings', {
  total: z.int(),
  /** Found by the first scan of a branch. */
  firstScan: z.int(),
  /** A dependency was added or changed its version. */
  dependency: z.int(),
  /** The version is unchanged; an advisory is new or was changed. */
  advisory: z.int(),
  /** An exclusion was removed or expired, or a VEX statement changed. */
  exclusionLifted: z.int(),
  /** Coverage was regained: a previous scan could not read the file or ecosystem. */
  coverageRestored: z.int(),
})

/** Closed findings by cause; only upgraded and removed count as fixes. */
const Closed = named('ClosedFindings', {
  total: z.int(),
  upgraded: z.int(),
  removed: z.int(),
  withdrawn: z.int(),
  /** The advisory was merged, dropped by its feed or no longer affects the version. */
  advisoryChanged: z.int(),
  excluded: z.int(),
  /** Its file or ecosystem was not read. */
  coverageLost: z.int(),
})

export type Opened = z.infer<typeof Opened>
export type Closed = z.infer<typeof Closed>

const SeverityTrend = named('SeverityTrend', {
  severity: WireSeverity,
  /** At the end of the window. */
  open: z.int(),
  /** Change since the day before the window. */
  change: z.int(),
  /** The same, of the branches that had been scanned before the window. */
  comparableChange: z.int(),
  /** At the end of each day of `sortedDates`. */
  openByDay: z.array(z.int()),
  fixed: z.int(),
  /** Whole days, for fixes with a known duration; null without any. */
  medianDaysToFix: z.int().nullable(),
  /** The account's fix target; null for no target. */
  targetDays: z.int().nullable(),
  /** Open findings past their due date; null without any due date. */
  overdue: z.int().nullable(),
})
export type SeverityTrend = z.infer<typeof SeverityTrend>

export const Trend = named('Trend', {
  startDate: Day,
  endDate: Day,
  /** The days of the window; the last is today. */
  sortedDates: z.array(Day),
  open: z.int(),
  change: z.int(),
  /** Like for like: the branches that had been scanned before the window. First scans compare with nothing. */
  comparable: z.object({
    projects: z.int(),
    /** Change in open findings since the day before the window. */
    change: z.int(),
    /** Change of the average security score in points; null if no branch had one at both ends. */
    scoreChange: z.int().nullable(),
  }),
  /** Branches scanned for the first time, on each day of `sortedDates`. */
  firstScansByDay: z.array(z.int()),
  /** Most severe first: the four CVSS severities, and others with findings. */
  severities: z.array(SeverityTrend),
  opened: Opened,
  closed: Closed,
  /** Monday to Sunday; the first and last week are cut off by the window. */
  weeks: z.array(z.object({ startDate: Day, endDate: Day, opened: Opened, closed: Closed })),
  daysToFix: z.object({
    median: z.int().nullable(),
    /** For the preceding window of the same length. */
    previousMedian: z.int().nullable(),
  }),
  /** Today, of all severities; null without any due date. */
  overdue: z.int().nullable(),
  /** Open findings by days since the later of introduction and publication, regardless of the window. */
  age: z.object({
    medianDays: z.int().nullable(),
    /** Lower bound in days; ends before the next bucket. */
    groups: z.array(z.object({ fromDays: z.int(), open: z.int() })),
  }),
})
export type Trend = z.infer<typeof Trend>

export const Posture = named('Posture', {
  /** Projects with a scan. */
  projects: z.int(),
  /** Those whose last scan failed the policy on a branch of the selection. */
  belowPolicy: z.int(),
  /** Open vulnerabilities that are known to be exploited, each once; null without any, if no list was ever loaded. */
  knownExploited: z.int().nullable(),
  /** Open findings past their due date, as set by a member or from the targets; null without any. */
  overdue: z.int().nullable(),
  open: z.int(),
  /** Since that many days ago, in the projects that had been scanned by then. */
  comparable: z.object({ days: z.int(), projects: z.int(), change: z.int() }),
})
export type Posture = z.infer<typeof Posture>

export const ScoreCounts = named('ScoreCounts', {
  /**
   * By score from 0 to 100: projects of which the branch shown first has it, whatever branches are selected. Scores that
   * were not measured are left out.
   */
  counts: z.array(z.int()).length(101),
})
export type ScoreCounts = z.infer<typeof ScoreCounts>

const Listed = {
  projectUuid: Uuid,
  projectName: z.string(),
  projectUrl: z.string(),
  branch: z.string(),
  /** Display id: the CVE, otherwise the advisory's uuid. */
  id: z.string(),
  adviceID: Uuid,
  displayId: DisplayId,
  severity: WireSeverity,
  ecosystem: z.string(),
  package: z.string(),
  /** The later of introduction and publication. */
  since: EpochMs,
}

/** Why findings open, then why they close. */
export const findingCauses = [...IntroducedBy.options, ...endKinds] as const

/** A finding that was opened or closed in a window, or is open. */
const CountedFinding = named('CountedFinding', {
  ...Listed,
  openedAt: EpochMs,
  openedBy: IntroducedBy,
  /** null while open. */
  closedAt: EpochMs.nullable(),
  closedBy: z.enum(endKinds).nullable(),
  /** 'lodash 4.17.21', 'removed'. */
  fixedBy: z.string().nullable(),
  /** Whole days; null, never 0, if unknown. */
  daysToFix: z.int().nullable(),
})
export type CountedFinding = z.infer<typeof CountedFinding>

/** An open finding past its due date. */
const OverdueFinding = named('OverdueFinding', {
  ...Listed,
  fixedVersions: z.array(z.string()),
  /** The last day in time: set by a member, otherwise from the targets of its severity and of known exploited ones. */
  dueDate: Day,
  daysOverdue: z.int(),
})
export type OverdueFinding = z.infer<typeof OverdueFinding>

export const trends = endpoints({
  overdue: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/overdue',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'Open vulnerabilities past their due date, longest overdue first',
    query: z.object({
      ...ProjectSelection,
      severity: z.enum(ratedSeverities).optional(),
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    responses: {
      200: named('OverdueFindings', {
        findings: z.array(OverdueFinding),
        /** Of all pages. */
        total: z.int(),
        /** Fix targets in days, most severe first; empty if there are none. */
        targets: z.array(z.object({ severity: z.enum(ratedSeverities), days: z.int() })),
        /** The target of known exploited ones, whatever their severity; null if there is none. */
        exploitedDays: z.int().nullable(),
        /** Pass as `cursor` for the next page; null on the last page. */
        nextCursor: z.string().nullable(),
      }),
    },
  },
  findings: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/trend/findings',
    permission: 'insights.read',
    summary:
      'The findings that the trend counts: opened or closed in the window, newest first, or open today, oldest first',
    query: z.object({
      ...MetricsWindow,
      ...ProjectSelection,
      event: z.enum(findingEvents).default('opened'),
      /** Of opened or closed ones: any of these causes. */
      causes: listOf(findingCauses).optional(),
      /** Of open ones: those open for that many days or longer. */
      minDays: z.coerce.number().int().min(0).max(36_500).default(0),
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    errors: ['dateFilterError'],
    responses: {
      200: named('CountedFindings', {
        startDate: Day,
        endDate: Day,
        findings: z.array(CountedFinding),
        /** Of all pages: the number in the trend. */
        total: z.int(),
        /** Pass as `cursor` for the next page; null on the last page. */
        nextCursor: z.string().nullable(),
      }),
    },
  },
  posture: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/posture',
    permission: 'insights.read',
    readsMuch: true,
    summary:
      'Where the projects stand: below policy, known exploited, overdue, and the change since then in the same projects',
    query: z.object({
      ...ProjectSelection,
      /** Days that the change looks back. */
      days: z.coerce.number().int().min(1).max(365).default(30),
    }),
    responses: { 200: Posture },
  },
  scores: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/scores',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'How many projects have each security score, from which the percentile of one follows',
    query: z.object({ ...ProjectSelection }),
    responses: { 200: ScoreCounts },
  },
  security: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/trend',
    permission: 'insights.read',
    readsMuch: true,
    summary:
      'Open vulnerabilities by severity over time, new and fixed ones by week and cause, days to fix and ages',
    query: z.object({
      ...MetricsWindow,
      ...ProjectSelection,
      /** Whether a cached response may be returned while nothing has changed; the numbers are current either way. */
      cache: Flag.default(false),
    }),
    errors: ['dateFilterError'],
    responses: { 200: Trend },
  },
})
