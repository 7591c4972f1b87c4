import { z } from 'zod'
import type { JobKind } from '#platform/queue/job.ts'

const Payload = z.object({ accountUuid: z.uuid(), buildUuid: z.uuid() })
export type BuildToScan = z.infer<typeof Payload>

/** Sent for every build that is ready to scan. Processed by scans/scan-build-job.ts. */
export const scanBuildKind: JobKind<BuildToScan> = {
  name: 'scan-build',
  payload: Payload,
  priority: 'interactive',
}

/** Sent before it for builds with manifests that no lockfile stands for. Processed by resolutions/resolve-build-job.ts. */
export const resolveBuildKind: JobKind<BuildToScan> = {
  name: 'resolve-build',
  payload: Payload,
  priority: 'interactive',
  groupOf: ({ accountUuid }) => accountUuid,
}

const PastPayload = Payload.extend({ at: z.int() })

/** Sent for builds of another time, in epoch ms. Processed by scans/scan-past-build-job.ts. */
export const scanPastBuildKind: JobKind<z.infer<typeof PastPayload>> = {
  name: 'scan-past-build',
  payload: PastPayload,
  priority: 'rescan',
}

/** Rescans that a worker takes at once. */
export const rescansAtOnce = 50
