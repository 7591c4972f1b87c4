import { deployerDecisions, steps, wireSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { NewerBase } from './newer-base.ts'
import { endpoints, text } from './endpoint.ts'
import { ProjectSelection } from './metrics.ts'
import { EpochMs, Flag, listOf, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** How to do an upgrade in one of the files that list the package. */
const FixInstruction = named('FixInstruction', {
  /** Path of the lockfile or manifest, in the archive or image that contains it; null if unknown. */
  lockfile: z.string().nullable(),
  /** Shell commands for the folder of the file, in order; empty if none does it. */
  commands: z.array(z.string()),
  /** A file to edit by hand, by its path, with what to write where that is known. */
  edit: z.object({ file: z.string(), entry: z.string().optional() }).optional(),
  /** Dependents that do not allow the version, or for malware, that bring it in. */
  blockedBy: z.array(z.string()).optional(),
  /** The project's runtime, for which no release fixes it: 'Python >=3.9'. */
  unsupportedBy: z.string().optional(),
  /** Dependents that are upgraded for it, with the releases that allow the version. */
  parents: z.array(z.string()).optional(),
  /** Dependents whose archives contain the package. */
  bundledIn: z.array(z.string()).optional(),
})
export type FixInstruction = z.infer<typeof FixInstruction>

/** A decision about an upgrade: for the account, the caller's teams or one project. */
export const UpgradeDecision = named('UpgradeDecision', {
  /** null if unassigned or assigned to a member not visible to the caller. */
  assignee: z.object({ uuid: Uuid, name: z.string(), email: z.string() }).nullable(),
  /** Hidden from lists until this date; null if not snoozed. */
  snoozedUntil: EpochMs.nullable(),
})
export type UpgradeDecision = z.infer<typeof UpgradeDecision>

/** An upgrade of one package to one release, with every open finding it closes, as of each branch's last scan. */
export const FixUpgrade = named('FixUpgrade', {
  ecosystem: z.string(),
  /** Language name on the wire. */
  language: z.string(),
  /** As written in inventories. */
  name: z.string(),
  /** Normalized name, used to identify the upgrade in decisions. */
  packageName: z.string(),
  /** Affected versions in use, at most 20. */
  from: z.array(z.string()),
  /**
   * The nearest release without known advisories, otherwise the one that leaves the fewest and introduces none. Below
   * a version in use only if that is malware. null if none exists.
   */
  to: z.string().nullable(),
  /** The largest step from any version in use. */
  step: z.enum(steps).nullable(),
  /** false: the package's releases are unknown, and the version is named as fixed in an advisory. */
  isKnownRelease: z.boolean(),
  projects: z.int(),
  branches: z.int(),
  directBranches: z.int(),
  /** Branches with an indirect dependency. For the remaining ones, the inventory does not say. */
  transitiveBranches: z.int(),
  /** Branches whose sources were searched and not seen to load it, which are ranked lower. Older servers do not send it. */
  notSeenBranches: z.int().optional(),
  /** Direct dependencies that introduce it, at most 10; of an image's package, the base image that contains it. */
  through: z.array(z.string()),
  /** Findings it closes across all branches, most severe first; without a release, the unfixable ones. */
  closes: z.array(z.object({ severity: WireSeverity, count: z.int() })),
  /** Further findings that require another upgrade of the package, too. */
  shared: z.int(),
  /** Closed findings that are known exploited: listed by CISA or the EU, or by the word of an advisory. */
  knownExploited: z.int(),
  /** Closed findings with an exploit probability (EPSS) of at least 10%. */
  likelyExploited: z.int(),
  /** Highest exploit probability among those, 0 to 1; null if none reaches 10%. */
  maxEpss: z.number().nullable(),
  /** The highest priority of the closed findings, by SSVC; null if none is decided yet. Older servers do not send it. */
  priority: z.enum(deployerDecisions).nullable().optional(),
  /** A version in use is malware: remove or replace it, and change the secrets of the machines that installed it. */
  isMalware: z.boolean(),
  /** For each file that lists the package; empty if branches differ or no release fixes it. */
  instructions: z.array(FixInstruction),
  /** Their shell commands, for the project's root; null if there are none. */
  command: z.string().nullable(),
  decision: UpgradeDecision,
})
export type FixUpgrade = z.infer<typeof FixUpgrade>

export const Fixes = named('Fixes', {
  /** Totals of the whole selection. Snoozed upgrades are only counted in `snoozed`. */
  overview: z.object({
    upgrades: z.int(),
    /** Findings closed by these upgrades. */
    closes: z.int(),
    /** Findings without a fix. */
    unfixable: z.int(),
    snoozed: z.int(),
  }),
  /** In the requested order. Unfixable findings come last. */
  upgrades: z.array(FixUpgrade),
  /** Pass as `cursor` for the next page; null on the last page. */
  nextCursor: z.string().nullable(),
})
export type Fixes = z.infer<typeof Fixes>

/** A branch affected by an upgrade. */
export const FixUse = named('FixUse', {
  projectUuid: Uuid,
  projectName: z.string(),
  projectUrl: z.string(),
  branch: z.string(),
  from: z.array(z.string()),
  isDirect: z.boolean().nullable(),
  through: z.array(z.string()),
  closes: z.array(z.object({ severity: WireSeverity, count: z.int() })),
  instructions: z.array(FixInstruction),
  command: z.string().nullable(),
  /** The highest priority of the findings closed there. Older servers do not send it. */
  priority: z.enum(deployerDecisions).nullable().optional(),
  /** If the base image of a watched image brings it, a newer one. Older servers do not send it. */
  newerBase: NewerBase.nullable().optional(),
})
export type FixUse = z.infer<typeof FixUse>

const Severities = listOf(wireSeverities)

/** urgent: known exploited, then likely exploited, then by severity. priority: by SSVC, then as urgent. closes: by number of findings closed. */
export const fixOrders = ['urgent', 'priority', 'closes'] as const

const Page = {
  /** Comma-separated severities: upgrades that close a finding of any of them. */
  severity: Severities.default([]),
  /** Whether to return only snoozed upgrades instead of the others. */
  snoozed: Flag.default(false),
  /** Unfixable findings come last in all orders. */
  sort: z.enum(fixOrders).default('urgent'),
  cursor: z.string().max(4000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

/** Identifies an upgrade, with the same values as FixUpgrade. */
const Named = {
  ecosystem: z.string().min(1).max(50),
  packageName: z.string().min(1).max(500),
}

export const fixes = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/fixes',
    permission: 'insights.read',
    summary: 'Upgrades that close open findings of the account, by default most urgent first',
    query: z.object({ ...ProjectSelection, ...Page }),
    responses: { 200: Fixes },
  },
  csv: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/fixes.csv',
    permission: 'insights.read',
    summary: 'The same upgrades as CSV with a header row',
    query: z.object({ ...ProjectSelection, severity: Page.severity, snoozed: Page.snoozed, sort: Page.sort }),
    responses: { 200: text('text/csv') },
  },
  ofProject: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/projects/{projectUuid}/fixes',
    permission: 'insights.read',
    summary: 'Upgrades that close open findings of a project or one of its branches',
    query: z.object({ branch: z.string().min(1).optional(), ...Page }),
    responses: { 200: Fixes },
  },
  uses: {
    method: 'GET',
    path: '/api/v1/metrics/security/me/fixes/uses',
    permission: 'insights.read',
    summary: 'Projects and branches affected by an upgrade, by project',
    query: z.object({
      ...ProjectSelection,
      ...Named,
      /** Omit for findings without a fix. */
      to: z.string().max(500).default(''),
      cursor: z.string().max(4000).optional(),
      limit: Page.limit,
    }),
    responses: {
      200: named('FixUses', { uses: z.array(FixUse), nextCursor: z.string().nullable() }),
    },
  },
  decide: {
    method: 'PUT',
    path: '/api/v1/metrics/security/me/fixes',
    permission: 'reports.edit',
    summary: 'Assign an upgrade to a member or snooze it; replaces an earlier decision',
    body: z.object({
      ...Named,
      to: z.string().max(500).nullable(),
      /** Only in this project; null for all projects visible to the caller. */
      projectUuid: Uuid.nullable().default(null),
      assigneeUuid: Uuid.nullable().default(null),
      /** At most a year ahead; null to not snooze. A newer recommended release ends it earlier. */
      snoozedUntil: EpochMs.nullable().default(null),
    }),
    responses: { 200: UpgradeDecision },
  },
})
