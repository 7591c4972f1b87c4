import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

/** waiting: not queried yet; absent: unknown to the source; failed: nothing is known, and the last query failed. */
export const releaseStates = ['known', 'waiting', 'absent', 'failed'] as const
export type ReleaseState = (typeof releaseStates)[number]

export const sourceStates = ['ok', 'failing', 'waiting'] as const
export type SourceState = (typeof sourceStates)[number]

/** deps.dev or a package registry that the server has queried. */
const ReleaseSource = named('ReleaseSource', {
  /** deps.dev, or the registry's host. */
  name: z.string(),
  /** failing: no request has succeeded since the last error; waiting: none has been answered yet. */
  state: z.enum(sourceStates),
  lastSuccessAt: EpochMs.nullable(),
  lastErrorAt: EpochMs.nullable(),
  /** The last error, also if it concerned only one package; null if there was none. */
  error: z.string().nullable(),
  /** Failed attempts since the last success. */
  failures: z.int(),
  /** null if it is not paused. */
  resumesAt: EpochMs.nullable(),
  /** Packages in use whose releases it provided. */
  packages: z.int(),
})
export type ReleaseSource = z.infer<typeof ReleaseSource>

/** Numbers of packages by release status. */
export const ReleaseCounts = z.record(z.enum(releaseStates), z.int())

/** Packages used within the last 30 days, by release status. */
const ReleaseCoverage = named('ReleaseCoverage', {
  ecosystem: z.string(),
  name: z.string(),
  packages: ReleaseCounts,
})
export type ReleaseCoverage = z.infer<typeof ReleaseCoverage>

export const ReleaseStatus = named('ReleaseStatus', {
  /** Whether the server queries sources by itself (ASSAY_RELEASES). */
  isOn: z.boolean(),
  sources: z.array(ReleaseSource),
  ecosystems: z.array(ReleaseCoverage),
})
export type ReleaseStatus = z.infer<typeof ReleaseStatus>

export const releases = endpoints({
  status: {
    method: 'GET',
    path: '/api/v1/releases/status',
    permission: 'configuration.read',
    summary:
      'Sources of package releases with their last errors, and how many packages are known; operator only',
    errors: ['operatorOnly'],
    responses: { 200: ReleaseStatus },
  },
})
