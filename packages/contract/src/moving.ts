import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

const path = '/api/v1/accounts/{accountUuid}/moving/dependency-track'

const PreviewedProject = z.object({
  projectUuid: Uuid,
  name: z.string(),
  /** The default branch, which clients call the latest version. */
  mainBranch: z.string(),
  /** Other branches, each a version that clients name. */
  versions: z.array(z.string()),
  /** Those that are published versions already. */
  published: z.array(z.string()),
})

export const MovingSetting = named('MovingSetting', {
  /** Whether a version that a client uploads is also published as a version of its project. */
  publishesVersions: z.boolean(),
  /** Of the whole account. */
  projects: z.int(),
  branches: z.int(),
  /** The first 20 projects with several branches. */
  preview: z.array(PreviewedProject),
})
export type MovingSetting = z.infer<typeof MovingSetting>

export const shadowReasons = [
  'suppressed-there',
  'retracted-there',
  'not-told-there',
  'not-scanned-here',
  'excluded-here',
  'component-missing',
  'advisory-unknown',
  'not-affected',
] as const
export type ShadowReason = (typeof shadowReasons)[number]

const ShadowDifference = z.object({
  component: z.string(),
  vulnerability: z.string(),
  foundBy: z.enum(['dependency-track', 'assay']),
  reason: z.enum(shadowReasons),
})

export const ShadowVersion = named('ShadowVersion', {
  name: z.string(),
  version: z.string(),
  /** null if it is not scanned here, or not visible to the caller. */
  projectUuid: Uuid.nullable(),
  /** When the other server last told something of it. */
  toldAt: EpochMs,
  both: z.int(),
  onlyThere: z.int(),
  onlyHere: z.int(),
  /** The first 100. */
  differences: z.array(ShadowDifference),
})
export type ShadowVersion = z.infer<typeof ShadowVersion>

/** Moving from a Dependency-Track: what its versions are here, and what both servers find while both run. */
export const moving = endpoints({
  setting: {
    method: 'GET',
    path,
    permission: 'configuration.read',
    summary: 'What a version that clients of Dependency-Track upload is here, with a preview',
    responses: { 200: MovingSetting },
  },
  set: {
    method: 'POST',
    path,
    permission: 'configuration.edit',
    summary: 'Choose what a version is that clients of Dependency-Track upload; holds for uploads to come',
    body: z.object({ publishesVersions: z.boolean() }),
    responses: { 200: MovingSetting },
  },
  comparison: {
    method: 'GET',
    path: `${path}/comparison`,
    permission: 'reports.read',
    summary:
      'What webhooks of a running Dependency-Track told of its findings and what is found here, version by version, with the reason of each difference',
    query: z.object({
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    responses: {
      200: named('ShadowComparison', {
        versions: z.array(ShadowVersion),
        /** Pass as `cursor` for the next page; null on the last page. */
        nextCursor: z.string().nullable(),
      }),
    },
  },
})
