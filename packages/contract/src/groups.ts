import { z } from 'zod'
import { FixTargets } from './accounts.ts'
import { endpoints } from './endpoint.ts'
import { nameOf, optionalNameOf } from './name.ts'
import { ProjectMinimums } from './projects.ts'
import { EpochMs, Score, someOf, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** An application consists of several repositories and images. */
export const groupKinds = ['unit', 'area', 'product', 'application'] as const

/** Levels of the tree. */
export const maxGroupDepth = 10

/** Projects with the tag, and whose url or name matches the pattern, are in the group by themselves. */
const Rule = z.object({
  tag: optionalNameOf(100).default(''),
  /** Part of the url or name with '*' as wildcard, case-insensitive; '' for any. */
  pattern: optionalNameOf(500).default(''),
})

const Named = z.object({ uuid: Uuid, name: z.string() })

const Settings = {
  kind: z.enum(groupKinds),
  name: nameOf(200),
  description: z.string().trim().max(2000),
  /** null inherits from the group above, else from the account. Of several groups, the strictest counts. */
  fixTargets: FixTargets,
  /** null inherits from the group above, else from the account. Of several groups, the strictest counts. */
  minimums: ProjectMinimums,
  /** null for none. */
  rule: Rule.nullable(),
}

export const Group = named('Group', {
  uuid: Uuid,
  /** null at the top. */
  parentUuid: Uuid.nullable(),
  ...Settings,
  owners: z.array(Named),
  /** Teams that see the projects of the group and of those below it. */
  teams: z.array(Named),
  createdAt: EpochMs,
})
export type Group = z.infer<typeof Group>

/** Sums over the visible projects of the group and of all below it, each counted once, by their default branches. */
export const GroupNumbers = named('GroupNumbers', {
  projects: z.int(),
  /** Rounded average of the measured security scores; null if there are none. */
  securityScore: Score.nullable(),
  measuredRows: z.int(),
  /** Those of which the last scan on these branches failed the policy. */
  belowPolicy: z.int(),
  /** Open vulnerabilities that are known to be exploited, each once. */
  knownExploited: z.int(),
  /** Open findings older than their fix target. */
  overdue: z.int(),
  /** Open findings by severity; severities without findings are omitted. */
  openFindings: z.partialRecord(WireSeverity, z.int()),
})
export type GroupNumbers = z.infer<typeof GroupNumbers>

export const GroupItem = Group.extend({ numbers: GroupNumbers }).meta({ id: 'GroupItem' })
export type GroupItem = z.infer<typeof GroupItem>

const noTargets = { CRITICAL: null, HIGH: null, MEDIUM: null, LOW: null }
const noMinimums = { security: null, stability: null, licensing: null }
const OwnerUuids = z.array(Uuid).max(100)
const Projects = z.array(Uuid).max(10_000)

export const groups = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/groups',
    permission: 'projects.read',
    summary: 'All groups visible to the caller with their numbers, those above before those below',
    responses: { 200: z.array(GroupItem) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/groups/{groupUuid}',
    permission: 'projects.read',
    summary: 'One group with its numbers',
    responses: { 200: GroupItem },
  },
  ofProject: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/groups',
    permission: 'projects.read',
    summary: 'The groups of a project, with those above them',
    responses: {
      200: z.array(
        z.object({
          ...Group.pick({ uuid: true, parentUuid: true, kind: true, name: true }).shape,
          isDirect: z.boolean(),
        }),
      ),
    },
  },
  create: {
    method: 'POST',
    path: '/api/v1/groups',
    permission: 'tags.create',
    summary: 'Create a group of projects',
    body: z.object({
      name: Settings.name,
      kind: Settings.kind.default('product'),
      /** null for the top. */
      parentUuid: Uuid.nullable().default(null),
      description: Settings.description.default(''),
      fixTargets: Settings.fixTargets.default(noTargets),
      minimums: Settings.minimums.default(noMinimums),
      rule: Settings.rule.default(null),
      ownerUuids: OwnerUuids.default([]),
    }),
    errors: ['groupExists', 'groupTooDeep'],
    responses: { 200: Group },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/groups/{groupUuid}',
    permission: 'tags.edit',
    summary:
      'Rename, move or change a group; omitted fields keep their value, minimums apply from the next scan',
    body: someOf(z.object({ ...Settings, parentUuid: Uuid.nullable(), ownerUuids: OwnerUuids }).partial()),
    errors: ['groupExists', 'groupTooDeep', 'groupInItself'],
    responses: { 200: Group },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/groups/{groupUuid}',
    permission: 'tags.delete',
    summary: 'Delete a group; the groups below it move up, its projects stay',
    errors: ['groupExists'],
    responses: { 200: z.object({}) },
  },
  projects: {
    method: 'GET',
    path: '/api/v1/groups/{groupUuid}/projects',
    permission: 'projects.read',
    summary: 'The visible projects of a group itself, without those of the groups below it',
    responses: { 200: z.array(Uuid) },
  },
  changeProjects: {
    method: 'POST',
    path: '/api/v1/groups/{groupUuid}/projects',
    permission: 'tags.edit',
    repeatable: 'projects that are already in or out stay there',
    summary: 'Put projects into a group, and take others out of it',
    body: z.object({ add: Projects.default([]), remove: Projects.default([]) }),
    responses: { 200: z.object({ added: z.int(), removed: z.int() }) },
  },
  setTeams: {
    method: 'PUT',
    path: '/api/v1/groups/{groupUuid}/teams',
    permission: 'account.edit',
    features: ['teams'],
    summary: 'Set the teams that see the projects of a group and of those below it',
    body: z.object({ teamUuids: z.array(Uuid).max(200) }),
    responses: { 200: Group },
  },
})
