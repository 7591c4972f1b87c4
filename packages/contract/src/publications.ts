import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

export const publishedKinds = ['sbom', 'vex', 'csaf'] as const
export type PublishedKind = (typeof publishedKinds)[number]

/** Why a collection differs from the one before: https://github.com/CycloneDX/transparency-exchange-api */
export const updateReasons = [
  'INITIAL_RELEASE',
  'VEX_UPDATED',
  'ARTIFACT_UPDATED',
  'ARTIFACT_ADDED',
  'ARTIFACT_REMOVED',
] as const
export type UpdateReason = (typeof updateReasons)[number]

export const Publication = named('Publication', {
  /** Whether the operator turned the Transparency Exchange API on. */
  isEnabled: z.boolean(),
  /** What customers enter in their tools; null while nothing is published. */
  tei: z.string().nullable(),
  /** Newest first. */
  collections: z.array(
    z.object({
      version: z.int(),
      publishedAt: EpochMs,
      reason: z.enum(updateReasons),
      documents: z.array(
        z.object({
          kind: z.enum(publishedKinds),
          uuid: Uuid,
          /** Counts from 1. */
          version: z.int(),
          /** In hexadecimal digits. */
          sha256: z.string(),
        }),
      ),
    }),
  ),
})
export type Publication = z.infer<typeof Publication>

const path = '/api/v1/projects/{projectUuid}/versions/{versionUuid}/publication'

/** SBOM, VEX and CSAF of a version, for everyone who has its identifier (TEI). */
export const publications = endpoints({
  read: {
    method: 'GET',
    path,
    permission: 'projects.read',
    summary: 'What is published of a version through the Transparency Exchange API',
    responses: { 200: Publication },
  },
  publish: {
    method: 'POST',
    path,
    permission: 'configuration.edit',
    summary:
      'Publish SBOM, VEX and CSAF of a version for everyone who has its identifier; a new collection if they have changed',
    body: z.object({}).optional(),
    errors: ['transparencyOff'],
    responses: { 200: Publication },
  },
  withdraw: {
    method: 'DELETE',
    path,
    permission: 'configuration.edit',
    summary: 'Stop publishing a version, and delete its published documents',
    responses: { 200: Publication },
  },
})
