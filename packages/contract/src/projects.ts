import { z } from 'zod'
import { nameOf } from './name.ts'
import { Covered } from './coverage.ts'
import { endpoints } from './endpoint.ts'
import { TagName } from './tags.ts'
import { ProjectSelection, sortDirections } from './metrics.ts'
import { ProjectUrl } from './project-url.ts'
import { BranchName, EpochMs, NameList, Score, someOf, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** The project's own minimum scores; null inherits from its tags or the account. */
export const ProjectMinimums = z.object({
  security: Score.nullable(),
  stability: Score.nullable(),
  licensing: Score.nullable(),
})
export type ProjectMinimums = z.infer<typeof ProjectMinimums>

export const Project = named('Project', {
  uuid: Uuid,
  url: z.string(),
  name: z.string(),
  branches: z.array(z.string()),
  tags: z.array(z.string()),
  teamUuid: Uuid.nullable(),
  /** Shown first; null for main or the most recently scanned branch. */
  defaultBranch: z.string().nullable(),
  ownMinimums: ProjectMinimums.nullable(),
  /** Archive time. Archived projects are hidden from dashboards, lists and counts, but keep their reports and record new scans. */
  archivedAt: EpochMs.nullable(),
  /** Part of the demo data. */
  isSample: z.boolean(),
})
export type Project = z.infer<typeof Project>

export const projectStates = ['active', 'archived', 'all'] as const

export const projectPolicies = ['any', 'below'] as const

export const projectSorts = ['name', 'findings', 'security', 'lastScanned'] as const

export const ProjectItem = named('ProjectItem', {
  ...Project.omit({ branches: true }).shape,
  branchCount: z.int(),
  /** Last scan of any branch; null if never scanned. */
  lastScannedAt: EpochMs.nullable(),
  /** Latest scan of the branch that is shown first; null if never scanned. */
  main: z
    .object({
      branch: z.string(),
      scores: z.object({ security: Score, stability: Score, licensing: Score }),
      ...Covered,
      /** Open findings by severity; severities without findings are omitted. */
      openFindings: z.partialRecord(WireSeverity, z.int()),
    })
    .nullable(),
})
export type ProjectItem = z.infer<typeof ProjectItem>

export const ProjectBranch = named('ProjectBranch', {
  uuid: Uuid,
  name: z.string(),
  scans: z.int(),
  lastScannedAt: EpochMs.nullable(),
  /** Of the last scan; null if never scanned. */
  latest: z.object({ score: Score, ...Covered }).nullable(),
})
export type ProjectBranch = z.infer<typeof ProjectBranch>

const ProjectName = nameOf(200)
const Tags = z.array(TagName).max(50)
const repeatedName = nameOf(2000)

export const projects = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/projects',
    permission: 'projects.read',
    summary: 'All projects visible to the caller, without archived ones',
    responses: { 200: z.array(Project) },
  },
  page: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/projects/page',
    permission: 'projects.read',
    summary: 'Projects with their score and open findings, in pages; archived ones on request',
    query: z.object({
      /** Words in any order, each part of the name, url or a tag. */
      text: z.string().trim().max(200).default(''),
      state: z.enum(projectStates).default('active'),
      /** Includes the groups below it. */
      groupUuid: Uuid.optional(),
      /** below: only projects whose last scan failed the policy, on a branch of `branches`. */
      policy: z.enum(projectPolicies).default('any'),
      branches: NameList.default('@default'),
      /** Any of these tags, by their whole names; commas separate them. */
      tags: NameList.default(''),
      teamUUID: Uuid.optional(),
      /** Part of the url or name, without white space. */
      project: ProjectSelection.project,
      /** findings: most critical ones, then most high ones, and so on. Never scanned projects come last in either direction. */
      sort: z.enum(projectSorts).default('name'),
      direction: z.enum(sortDirections).default('asc'),
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    responses: {
      200: z.object({
        items: z.array(ProjectItem),
        /** Total number of matches. */
        total: z.int(),
        /** Totals regardless of the search text. */
        archived: z.int(),
        samples: z.int(),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  count: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/projects/count',
    permission: 'projects.read',
    summary: 'The number of projects visible to the caller, without archived ones',
    responses: { 200: z.object({ count: z.int() }) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}',
    permission: 'projects.read',
    summary: 'One project',
    responses: { 200: Project },
  },
  ofRepository: {
    method: 'GET',
    path: '/api/v1/projects/gh/{owner}/{repo}',
    permission: 'projects.read',
    summary: 'Get the project of a GitHub repository, in any spelling of its url',
    responses: { 200: Project },
  },
  create: {
    method: 'POST',
    path: '/api/v1/projects',
    permission: 'projects.edit',
    summary: 'Create a project for a url; an existing one is returned',
    body: z.object({
      url: ProjectUrl,
      name: ProjectName.optional(),
      teamUuid: Uuid.optional(),
      tags: Tags.optional(),
    }),
    responses: { 200: Project },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/projects/{projectUuid}',
    permission: 'projects.edit',
    summary: 'Change name, tags, team, default branch or minimum scores; minimums apply from the next scan',
    body: someOf(
      z.object({
        name: ProjectName.optional(),
        tags: Tags.optional(),
        /** null for no team. */
        teamUuid: Uuid.nullable().optional(),
        defaultBranch: BranchName.nullable().optional(),
        ownMinimums: ProjectMinimums.nullable().optional(),
      }),
    ),
    responses: { 200: Project },
  },
  archive: {
    method: 'POST',
    path: '/api/v1/projects/{projectUuid}/archive',
    permission: 'projects.edit',
    repeatable: 'an archived project stays archived',
    summary: 'Archive a project: hide it from dashboards, lists and counts; its reports are kept',
    responses: { 200: Project },
  },
  restore: {
    method: 'POST',
    path: '/api/v1/projects/{projectUuid}/restore',
    permission: 'projects.edit',
    repeatable: 'an active project is unchanged',
    summary: 'Restore an archived project with all of its history',
    responses: { 200: Project },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/projects/{projectUuid}',
    permission: 'projects.delete',
    summary: 'Delete a project with its history; it is inaccessible immediately',
    query: z.object({ name: repeatedName }),
    errors: ['checkFailed', 'onHold'],
    responses: { 200: z.object({}) },
  },
  branches: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/branches',
    permission: 'projects.read',
    summary: 'Branches of a project, most recently scanned first',
    responses: { 200: z.array(ProjectBranch) },
  },
  removeBranch: {
    method: 'DELETE',
    path: '/api/v1/projects/{projectUuid}/branches/{branchUuid}',
    permission: 'projects.delete',
    summary: 'Delete a branch with its history',
    query: z.object({ name: repeatedName }),
    errors: ['checkFailed', 'onHold'],
    responses: { 200: z.object({}) },
  },
})
