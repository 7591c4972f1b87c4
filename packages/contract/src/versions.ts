import { z } from 'zod'
import { Covered } from './coverage.ts'
import { endpoints } from './endpoint.ts'
import { nameOf, optionalNameOf } from './name.ts'
import { BranchName, Day, EpochMs, Score, someOf, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

const Content = {
  /** '2.1.0'; unique in the project. */
  name: nameOf(200),
  /** In the repository; '' if there is none. */
  tag: optionalNameOf(500),
  releasedAt: Day,
  /** The last day of support; null until it is known. */
  supportedUntil: Day.nullable(),
}

/** A published version of a project. What it consists of is the inventory of its scan. */
export const ProjectVersion = named('ProjectVersion', {
  uuid: Uuid,
  projectUuid: Uuid,
  ...Content,
  branch: z.string(),
  /** Its scan, which stays the same. */
  reportUuid: Uuid,
  scannedAt: EpochMs,
  isSupported: z.boolean(),
  scores: z.object({ security: Score, stability: Score, licensing: Score }),
  ...Covered,
  /** Findings of its scan by severity; severities without findings are omitted. */
  findings: z.partialRecord(WireSeverity, z.int()),
})
export type ProjectVersion = z.infer<typeof ProjectVersion>

export const versions = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/projects/{projectUuid}/versions',
    permission: 'projects.read',
    summary: 'The published versions of a project, newest first',
    responses: { 200: z.array(ProjectVersion) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/projects/{projectUuid}/versions',
    permission: 'projects.edit',
    summary: 'Publish a version of a project: by default, the last scan of its default branch',
    body: z.object({
      name: Content.name,
      /** The default branch if omitted. */
      branch: BranchName.optional(),
      /** The last scan of the branch if omitted. */
      reportUuid: Uuid.optional(),
      tag: Content.tag.default(''),
      /** Today if omitted. */
      releasedAt: Day.optional(),
      supportedUntil: Content.supportedUntil.default(null),
    }),
    errors: ['versionExists'],
    responses: { 200: ProjectVersion },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/projects/{projectUuid}/versions/{versionUuid}',
    permission: 'projects.edit',
    summary: 'Change name, tag or dates of a version; its scan stays',
    body: someOf(z.object(Content).partial()),
    errors: ['versionExists'],
    responses: { 200: ProjectVersion },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/projects/{projectUuid}/versions/{versionUuid}',
    permission: 'projects.edit',
    summary: 'Withdraw a version; its scan stays',
    responses: { 200: z.object({}) },
  },
})
