import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'
import { Filters } from './filters.ts'
import { DaysAgo, EpochMs, Flag, NameList, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** A package version and its use in visible projects, as of each branch's last scan. */
export const Dependency = named('Dependency', {
  /** null if the ecosystem is unknown. */
  ecosystem: z.string().nullable(),
  /** Language name on the wire; 'other' without an ecosystem. */
  language: z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string().nullable(),
  /** Its page in the ecosystem's registry. */
  webUrl: z.string().nullable(),
  projects: z.int(),
  branches: z.int(),
  /** Branches with a direct dependency. */
  directBranches: z.int(),
  /** Branches with an indirect dependency. For the remaining ones, the inventory does not say. */
  transitiveBranches: z.int(),
  scopes: z.array(z.string()),
  /** As declared in inventories, as SPDX ids where possible; empty if undeclared. */
  licenses: z.array(z.string()),
  /** Release date of this version according to its registry; null if unknown. */
  releasedAt: EpochMs.nullable(),
  /** Years between this version and the newest stable one; null if the package's releases are unknown. */
  libyears: z.number().nullable(),
  /** Newer versions as of the last scan. */
  latestPatch: z.string().nullable(),
  latestMinor: z.string().nullable(),
  latestMajor: z.string().nullable(),
  /** Deprecation, missing maintenance or end of support. */
  warnings: z.array(z.string()),
  /** Counted findings across all branches. */
  openFindings: z.int(),
  /** Distinct advisories among them, most severe first. */
  vulnerabilities: z.array(z.object({ severity: WireSeverity, count: z.int() })),
  /** The nearest newer version without a known vulnerability; null if unknown or not needed. */
  fix: z.string().nullable(),
})
export type Dependency = z.infer<typeof Dependency>

/** A branch that uses the version. */
export const DependencyUse = named('DependencyUse', {
  projectUuid: Uuid,
  projectName: z.string(),
  projectUrl: z.string(),
  branch: z.string(),
  /** The branch's last scan. */
  reportUuid: Uuid,
  scannedAt: EpochMs,
  /** null if the inventory does not say. */
  isDirect: z.boolean().nullable(),
  scope: z.string(),
  /** Components that depend on it, as 'name@version'; at most 100. */
  requiredBy: z.array(z.string()),
  /** Files that list it. */
  locations: z.array(z.string()),
  licenses: z.array(z.string()),
})
export type DependencyUse = z.infer<typeof DependencyUse>

/** Project and branch filters. */
const Projects = {
  teamUUID: Uuid.optional(),
  /** Includes the groups below it. */
  groupUuid: Uuid.optional(),
  /** Comma-separated; projects with any of these tags. */
  tags: NameList.default(''),
  /** Only branches scanned within this many days. */
  sinceDaysAgo: DaysAgo,
}

const Filter = {
  ...Projects,
  /** Part of the name, case-insensitive. */
  name: z.string().trim().max(500).default(''),
  /** The exact name, or a package URL with or without a version. */
  package: z.string().trim().max(4096).default(''),
  /** An id ('maven') or language ('java'); 'other' for unknown ecosystems. */
  ecosystem: z.string().trim().max(50).default(''),
  /** '2.17.1', '[2.0,2.17.1)|[3.0,]' or '>=2.0 <2.17.1', in the ecosystem's version order. */
  version: z.string().trim().max(500).default(''),
  /** An SPDX id or another declared license; 'none' without a declared license. */
  license: z.string().trim().max(500).default(''),
  vulnerable: Flag.default(false),
  /** A newer version exists. */
  outdated: Flag.default(false),
  /** Deprecated, unmaintained or out of support. */
  deprecated: Flag.default(false),
  /** A direct or an indirect dependency in at least one branch. */
  relation: z.enum(['direct', 'transitive']).optional(),
  /** Accepted for compatibility: responses are never cached. */
  nocache: Flag.optional(),
  filters: Filters,
}

const Cursor = z.string().max(4000).optional()
const Limit = z.coerce.number().int().min(1).max(500).default(50)

/** Identifies a version, with the same values as Dependency. */
const Named = {
  /** Omit for unknown ecosystems. */
  ecosystem: z.string().max(50).optional(),
  name: z.string().min(1).max(500),
  version: z.string().max(500),
}

export const insights = endpoints({
  dependencies: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/dependencies',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'All component versions in use, by name, with their use and status',
    query: z.object({
      ...Filter,
      /** Streams everything from the cursor on in one response, regardless of the limit. */
      all: Flag.default(false),
      cursor: Cursor,
      limit: Limit,
    }),
    responses: {
      200: named('Dependencies', {
        dependencies: z.array(Dependency),
        /** Pass as `cursor` for the next page; null on the last page. */
        nextCursor: z.string().nullable(),
      }),
    },
  },
  csv: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/dependencies.csv',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'All component versions in use as CSV with a header row',
    query: z.object(Filter),
    responses: { 200: text('text/csv') },
  },
  uses: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/dependencies/uses',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'Projects and branches that use one component version, by project',
    query: z.object({ ...Projects, ...Named, cursor: Cursor, limit: Limit }),
    responses: {
      200: z
        .object({ uses: z.array(DependencyUse), nextCursor: z.string().nullable() })
        .meta({ id: 'DependencyUses' }),
    },
  },
  paths: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/dependencies/paths',
    permission: 'insights.read',
    summary: 'At most 5 dependency paths from a branch to a component version, shortest first',
    query: z.object({
      project: Uuid,
      branch: z.string().min(1),
      name: Named.name,
      version: Named.version,
    }),
    responses: {
      200: named('DependencyPaths', {
        /** Paths from a direct dependency to the component, as 'name:version'; empty if the inventory does not say. */
        paths: z.array(z.array(z.string())),
      }),
    },
  },
})
