import { steps, wireSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { ProjectSelection } from './metrics.ts'
import { EpochMs, Flag, Uuid, WireSeverity } from './vocabulary.ts'

/** What people decided about an upgrade: for the account, for the caller's teams or for one project. */
export const UpgradeDecision = z
  .object({
    /** null: nobody, or somebody out of the caller's reach. */
    assignee: z.object({ uuid: Uuid, name: z.string(), email: z.string() }).nullable(),
    /** It is left out of lists until then; null: it is not. */
    snoozedUntil: EpochMs.nullable(),
  })
  .meta({ id: 'UpgradeDecision' })
export type UpgradeDecision = z.infer<typeof UpgradeDecision>

/** One package to one release, with every open finding that this closes. As of the last scan of each branch. */
export const FixUpgrade = z
  .object({
    ecosystem: z.string(),
    /** As the wire names languages. */
    language: z.string(),
    /** As an inventory spells it. */
    name: z.string(),
    /** Normalized: what decisions name it by. */
    packageName: z.string(),
    /** Affected versions in use, at most 20. */
    from: z.array(z.string()),
    /** The nearest release that is clear of known advisories, never below a version in use; null: no release fixes it yet. */
    to: z.string().nullable(),
    /** The largest from any version in use. */
    step: z.enum(steps).nullable(),
    /** false: the package's releases are unknown, and an advisory names the version as fixed. */
    isKnownRelease: z.boolean(),
    projects: z.int(),
    branches: z.int(),
    directBranches: z.int(),
    /** Branches that get it through another component. In the remaining ones the inventory does not say. */
    transitiveBranches: z.int(),
    /** Direct dependencies that bring it in, at most 10. */
    through: z.array(z.string()),
    /** Findings that it closes, over all branches, worst severity first; without a release those that nothing closes. */
    closes: z.array(z.object({ severity: WireSeverity, count: z.int() })),
    /** Further findings that end only together with another upgrade of the package. */
    shared: z.int(),
    /** Findings among those closed that CISA's catalog of known exploited vulnerabilities lists. */
    knownExploited: z.int(),
    /** Findings among those closed with an exploit probability (EPSS) of at least 10%. */
    likelyExploited: z.int(),
    /** The highest exploit probability among those; 0 to 1, null when none reaches 10%. */
    maxEpss: z.number().nullable(),
    /** For a shell, to run where the project is; null where no one command does it. */
    command: z.string().nullable(),
    decision: UpgradeDecision,
  })
  .meta({ id: 'FixUpgrade' })
export type FixUpgrade = z.infer<typeof FixUpgrade>

export const Fixes = z
  .object({
    /** Of the whole selection, whatever the page. Snoozed upgrades count in `snoozed` alone. */
    overview: z.object({
      upgrades: z.int(),
      /** Findings that these close. */
      closes: z.int(),
      /** Findings that no release fixes yet. */
      unfixable: z.int(),
      snoozed: z.int(),
    }),
    /** Known exploited first, then likely exploited, then by severity; what no release fixes comes last. */
    upgrades: z.array(FixUpgrade),
    /** Pass it as `cursor` for the next page; null at the end. */
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'Fixes' })
export type Fixes = z.infer<typeof Fixes>

/** One branch that an upgrade is for. */
export const FixUse = z
  .object({
    projectUuid: Uuid,
    projectName: z.string(),
    projectUrl: z.string(),
    branch: z.string(),
    from: z.array(z.string()),
    isDirect: z.boolean().nullable(),
    through: z.array(z.string()),
    closes: z.array(z.object({ severity: WireSeverity, count: z.int() })),
    command: z.string().nullable(),
  })
  .meta({ id: 'FixUse' })
export type FixUse = z.infer<typeof FixUse>

const Severities = z
  .string()
  .max(100)
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .pipe(z.array(z.enum(wireSeverities)))

const Page = {
  /** Comma-separated: upgrades that close a finding of any of them. */
  severity: Severities.default([]),
  /** Those alone that are snoozed now; left out, the others. */
  snoozed: Flag.default(false),
  cursor: z.string().max(4000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

/** An upgrade, exactly as FixUpgrade names it. */
const Named = {
  ecosystem: z.string().min(1).max(50),
  packageName: z.string().min(1).max(500),
}

export const fixes = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/fixes',
    permission: 'insights.read',
    summary: 'Which upgrades close the open findings of the account, the most urgent first',
    query: z.object({ ...ProjectSelection, ...Page }),
    responses: { 200: Fixes },
  },
  ofProject: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/projects/{projectUuid}/fixes',
    permission: 'insights.read',
    summary: 'Which upgrades close the open findings of a project, or of one branch of it',
    query: z.object({ branch: z.string().min(1).optional(), ...Page }),
    responses: { 200: Fixes },
  },
  uses: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/fixes/uses',
    permission: 'insights.read',
    summary: 'Projects and branches that an upgrade is for, by project',
    query: z.object({
      ...ProjectSelection,
      ...Named,
      /** Left out: what no release fixes yet. */
      to: z.string().max(500).default(''),
      cursor: z.string().max(4000).optional(),
      limit: Page.limit,
    }),
    responses: {
      200: z.object({ uses: z.array(FixUse), nextCursor: z.string().nullable() }).meta({ id: 'FixUses' }),
    },
  },
  decide: {
    method: 'PUT',
    path: '/api/v1/metrics/security/me/fixes',
    permission: 'reports.edit',
    summary: 'Assign an upgrade to a member, or snooze it, in place of what was decided before',
    body: z.object({
      ...Named,
      to: z.string().max(500).nullable(),
      /** Only in this project; null: in all that the caller reaches. */
      projectUuid: Uuid.nullable().default(null),
      assigneeUuid: Uuid.nullable().default(null),
      /** At most a year ahead; null: not snoozed. A newer recommended release ends it earlier. */
      snoozedUntil: EpochMs.nullable().default(null),
    }),
    responses: { 200: UpgradeDecision },
  },
})
