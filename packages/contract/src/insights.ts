import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'
import { EpochMs, Flag, NameList, Uuid, WireSeverity } from './vocabulary.ts'

/** One version of a package, wherever the visible projects use it as of the last scan of each branch. */
export const Dependency = z
  .object({
    /** null: of no known ecosystem. */
    ecosystem: z.string().nullable(),
    /** As the wire names languages; 'other' without an ecosystem. */
    language: z.string(),
    name: z.string(),
    version: z.string(),
    purl: z.string().nullable(),
    /** Its page in the ecosystem's registry. */
    webUrl: z.string().nullable(),
    projects: z.int(),
    branches: z.int(),
    /** Branches that require it themselves. */
    directBranches: z.int(),
    /** Branches that get it through another component. In the remaining ones the inventory does not say. */
    transitiveBranches: z.int(),
    scopes: z.array(z.string()),
    /** As the inventories declare them, SPDX ids where they can be mapped; empty: none declared. */
    licenses: z.array(z.string()),
    /** When this version was published, as its registry says; null until that is known. */
    releasedAt: EpochMs.nullable(),
    /** Years between this version and the newest stable one; null until the package's releases are known. */
    libyears: z.number().nullable(),
    /** Newer versions, as of the last scan. */
    latestPatch: z.string().nullable(),
    latestMinor: z.string().nullable(),
    latestMajor: z.string().nullable(),
    /** Why not to use it: deprecated, unmaintained or out of support. */
    warnings: z.array(z.string()),
    /** Findings that count, over all branches. */
    openFindings: z.int(),
    /** Distinct advisories among them, worst severity first. */
    vulnerabilities: z.array(z.object({ severity: WireSeverity, count: z.int() })),
    /** The nearest newer version without a known vulnerability; null when none is known, or none is needed. */
    fix: z.string().nullable(),
  })
  .meta({ id: 'Dependency' })
export type Dependency = z.infer<typeof Dependency>

/** One branch that uses the version. */
export const DependencyUse = z
  .object({
    projectUuid: Uuid,
    projectName: z.string(),
    projectUrl: z.string(),
    branch: z.string(),
    /** The branch's last scan. */
    reportUuid: Uuid,
    scannedAt: EpochMs,
    /** null: the inventory does not say. */
    isDirect: z.boolean().nullable(),
    scope: z.string(),
    /** Components that require it, each 'name@version'; at most 100. */
    requiredBy: z.array(z.string()),
    /** Files that list it. */
    locations: z.array(z.string()),
    licenses: z.array(z.string()),
  })
  .meta({ id: 'DependencyUse' })
export type DependencyUse = z.infer<typeof DependencyUse>

/** Which projects and branches are looked at. */
const Projects = {
  teamUUID: Uuid.optional(),
  /** Comma-separated; projects with any of them. */
  tags: NameList.default(''),
  /** Only branches that were scanned in the last so many days. */
  sinceDaysAgo: z.coerce.number().int().min(0).max(36_500).optional(),
}

const Filter = {
  ...Projects,
  /** Part of the name, in any case. */
  name: z.string().trim().max(500).default(''),
  /** The exact name, or a package URL with or without a version. */
  package: z.string().trim().max(4096).default(''),
  /** Its id ('maven') or a language of it ('java'); 'other': of no known ecosystem. */
  ecosystem: z.string().trim().max(50).default(''),
  /** '2.17.1', '[2.0,2.17.1)|[3.0,]' or '>=2.0 <2.17.1', by the ecosystem's own order. */
  version: z.string().trim().max(500).default(''),
  /** An SPDX id or another declared license; 'none': no license declared. */
  license: z.string().trim().max(500).default(''),
  vulnerable: Flag.default(false),
  /** A newer version is known. */
  outdated: Flag.default(false),
  /** Deprecated, unmaintained or out of support. */
  deprecated: Flag.default(false),
  /** Required by the project itself, or through another component, in at least one branch. */
  relation: z.enum(['direct', 'transitive']).optional(),
  /** Accepted for existing clients: answers are never cached. */
  nocache: Flag.optional(),
}

const Cursor = z.string().max(4000).optional()
const Limit = z.coerce.number().int().min(1).max(500).default(50)

/** A version, exactly as a Dependency names it. */
const Named = {
  /** Left out: of no known ecosystem. */
  ecosystem: z.string().max(50).optional(),
  name: z.string().min(1).max(500),
  version: z.string().max(500),
}

export const insights = endpoints({
  dependencies: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/dependencies',
    permission: 'insights.read',
    summary: 'Every component version in use, by name, with where it is used and what is known of it',
    query: z.object({
      ...Filter,
      /** Everything from the cursor on in one streamed response, whatever the limit. */
      all: Flag.default(false),
      cursor: Cursor,
      limit: Limit,
    }),
    responses: {
      200: z
        .object({
          dependencies: z.array(Dependency),
          /** Pass it as `cursor` for the next page; null at the end. */
          nextCursor: z.string().nullable(),
        })
        .meta({ id: 'Dependencies' }),
    },
  },
  csv: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/dependencies.csv',
    permission: 'insights.read',
    summary: 'Every component version in use as CSV with a header row',
    query: z.object(Filter),
    responses: { 200: text('text/csv') },
  },
  uses: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/dependencies/uses',
    permission: 'insights.read',
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
    summary: 'How a branch comes to a component version: at most 5 dependency paths, shortest first',
    query: z.object({
      project: Uuid,
      branch: z.string().min(1),
      name: Named.name,
      version: Named.version,
    }),
    responses: {
      200: z
        .object({
          /** Each from a direct dependency to the component, as 'name:version'; empty: the inventory does not say. */
          paths: z.array(z.array(z.string())),
        })
        .meta({ id: 'DependencyPaths' }),
    },
  },
})
