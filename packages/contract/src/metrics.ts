import { z } from 'zod'
import { Coverage, Covered, Measured } from './coverage.ts'
import { endpoints } from './endpoint.ts'
import {
  Ages,
  Day,
  DisplayId,
  EpochMs,
  Flag,
  listOf,
  NameList,
  Score,
  Uuid,
  WireSeverity,
  withoutWhitespace,
} from './vocabulary.ts'
import { named } from './named.ts'

const Overview = z.object({
  numberOfProjects: z.int(),
  totalScans: z.int(),
  /** Findings open at any time in the window. The page shows identified minus addressed. */
  vulnerabilitiesIdentified: z.int(),
  /** The subset that ended in the window as upgraded or removed. */
  vulnerabilitiesAddressed: z.int(),
  /** From each row's last scan in the window; null if unknown. */
  ...Ages,
  /** Rounded average of the rows' measured scores; null if there are none. */
  securityScore: Score.nullable(),
  /** Rows, and those with a measured score: the average is of these. */
  rows: z.int(),
  measuredRows: z.int(),
  /** Difference in points from the average of the first scans in the window, of rows with both scores. */
  deltaSecurityScore: z.int().nullable(),
})

/** One (project, branch) with at least one scan in the window. */
export const MetricsProject = named('MetricsProject', {
  projectUUID: Uuid,
  projectUrl: z.string(),
  projectBranch: z.string(),
  /** The two parts of the display name: 'github.com/org/' and 'repo'. */
  nameFront: z.string(),
  nameTail: z.string(),
  totalScans: z.int(),
  vulnerabilitiesIdentified: z.int(),
  vulnerabilitiesAddressed: z.int(),
  /** Open findings at the last scan in the window. */
  vulnerabilityCount: z.int(),
  securityScore: Score,
  /** Averages and rankings leave out scores that were not measured. */
  measured: Measured,
  /** What the last scan in the window checked. */
  coverage: Coverage,
  /** The last scan covers less than an earlier one, whose score this is. */
  coversLess: z.boolean(),
  /** 0 if one of the scores was not measured. */
  deltaSecurityScore: z.int(),
  deltaVulns: z.int(),
  performanceScore: z.int(),
  lastScanned: EpochMs,
})
export type MetricsProject = z.infer<typeof MetricsProject>

/** Per UTC day, cumulative from the start of the window. */
const ProjectsUsage = z.object({
  sortedDates: z.array(Day),
  dates: z.record(z.string(), z.object({ totalProjects: z.int(), totalScans: z.int() })),
})

const ExclusionUsage = z.object({
  sortedDates: z.array(Day),
  dates: z.record(z.string(), z.object({ totalExclusions: z.int() })),
})

/** An entry of the best or worst projects. If a project has several branches, the branch must be shown. */
export const RankedProject = MetricsProject.extend({
  /** Branches of the project in the selection. */
  branches: z.int(),
  /** Vulnerabilities closed in the window by an exclusion, a withdrawn advisory or lost coverage. */
  closedWithoutFix: z.int(),
  /** Vulnerabilities new in the window without a dependency change: by an advisory, a removed exclusion or new coverage. */
  openedWithoutChange: z.int(),
}).meta({ id: 'RankedProject' })
export type RankedProject = z.infer<typeof RankedProject>

/** Charts next to the table: up to three best and worst projects, and usage by day. */
const Highlights = {
  topPerforming: z.array(RankedProject),
  leastPerforming: z.array(RankedProject),
  projectsUsage: ProjectsUsage,
  exclusionUsage: ExclusionUsage,
}

export const Scan = named('Scan', {
  reportUUID: Uuid,
  timestamp: EpochMs,
  securityScore: Score,
  ...Covered,
  vulnerabilityCount: z.int(),
  mitigationCount: z.int(),
  /** Compared with the previous scan, inside the window or not. */
  vulnerabilityDelta: z.int(),
  /** Years the components are behind; null if unknown. */
  libyears: z.number().nullable(),
})
export type Scan = z.infer<typeof Scan>

export const Remediation = named('Remediation', {
  /** Display id: the CVE, otherwise the advisory's uuid. */
  id: z.string(),
  adviceID: Uuid,
  displayId: DisplayId,
  severity: WireSeverity,
  /** Whole days from the later of introduction and publication to the fix; null if unknown. */
  daysToFix: z.int().nullable(),
  fixedBy: z.string().nullable(),
  /** Time of the first scan without it. */
  fixedWhen: EpochMs,
  package: z.string(),
})
export type Remediation = z.infer<typeof Remediation>

/** A row of the table, with the parts that `include` asks for. */
const WholeProject = MetricsProject.extend({
  /** In the window, newest first. */
  scans: z.array(Scan).optional(),
  /** Vulnerabilities fixed in the window, newest first; fixedWhen is the timestamp of a scan. */
  remediations: z.object({ vulnerabilities: z.array(Remediation) }).optional(),
}).meta({ id: 'WholeProject' })

const Rows = {
  projects: z.array(MetricsProject),
  /** Pass as `cursor` for the next page; null on the last page. */
  nextCursor: z.string().nullable(),
}

/** A page of the table only. */
export const MetricsRows = named('MetricsRows', Rows)
export type MetricsRows = z.infer<typeof MetricsRows>

export const SecurityMetrics = named('SecurityMetrics', {
  startDate: Day,
  endDate: Day,
  overview: Overview.extend({ filteredOverview: Overview.optional() }),
  ...Highlights,
  /** Same for projects with a matching name, if `project` is given. */
  filteredOverview: z.object(Highlights).optional(),
  ...Rows,
  projects: z.array(WholeProject),
  /** (project, branch) rows of the whole selection. */
  totalRows: z.int(),
})
export type SecurityMetrics = z.infer<typeof SecurityMetrics>

export const sortColumns = [
  'projectUrl',
  'projectBranch',
  'vulnerabilityCount',
  'totalScans',
  'securityScore',
  'lastScanned',
] as const

export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** First and last day, inclusive; defaults to the last month until today. */
export const MetricsWindow = {
  startDate: Day.optional(),
  endDate: Day.optional(),
}

/** Matched against the address and name of each project. */
const Search = withoutWhitespace.refine((text) => text.length <= 200, 'At most 200 characters')

/** Among `branches`: of each project the branch that is shown first (its default branch, main or the last scanned one). */
export const defaultBranches = '@default'

/** Project and branch filters. */
export const ProjectSelection = {
  branches: NameList.default('*'),
  tags: NameList.default(''),
  teamUUID: Uuid.optional(),
  /** Includes the groups below it. */
  groupUuid: Uuid.optional(),
  project: Search.default(''),
}

const Sort = z.enum(sortColumns)
const Limit = z.coerce.number().int().min(1).max(500)

/** Filters, page and sort order. */
const Selection = {
  ...MetricsWindow,
  ...ProjectSelection,
  sort: Sort.default('lastScanned'),
  direction: z.enum(sortDirections).default('desc'),
  cursor: z.string().max(2000).optional(),
  limit: Limit.default(50),
}

const projectParts = ['scans', 'remediations'] as const
export type ProjectPart = (typeof projectParts)[number]

/** Comma-separated parts of each project; empty for none. */
const Include = listOf(projectParts)

export const metrics = endpoints({
  security: {
    method: 'GET',
    path: '/api/v1/metrics/security/me',
    permission: 'insights.read',
    readsMuch: true,
    summary:
      'Security metrics of the account over a time window. Without a limit, all projects, each with its scans and remediations; include= leaves them out',
    query: z.object({
      ...Selection,
      /** Defaults to lastScanned with a limit, else to projectUrl: an order that scans do not change meanwhile. */
      sort: Sort.optional(),
      limit: Limit.optional(),
      include: Include.default([...projectParts]),
      /** Sent by existing clients. Without effect: the numbers are always current. */
      cache: Flag.default(false),
    }),
    errors: ['dateFilterError'],
    responses: { 200: SecurityMetrics },
  },
  rows: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/projects',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'Further pages of rows of the security metrics',
    query: z.object(Selection),
    errors: ['dateFilterError'],
    responses: { 200: MetricsRows },
  },
  project: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/projects/{projectUuid}',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'The scans and remediations of one project and branch in a time window, newest first',
    query: z.object({ ...MetricsWindow, branch: z.string().min(1) }),
    errors: ['dateFilterError'],
    responses: {
      200: named('ProjectMetrics', {
        scans: z.array(Scan),
        remediations: z.object({ vulnerabilities: z.array(Remediation) }),
      }),
    },
  },
})
