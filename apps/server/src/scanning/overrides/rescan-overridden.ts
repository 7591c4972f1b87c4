import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { z } from 'zod'
import { defineJob } from '#platform/queue/job.ts'
import { rescanBranches } from '#scanning/builds/rescan-branches.ts'
import { listUses } from './using-store.ts'

const Payload = z.object({
  accountUuid: z.uuid(),
  ecosystem: z.string(),
  packageName: z.string(),
  /** '*' stands for all versions. */
  version: z.string(),
})

/** Rescans branches that use a package whose override was set or removed. */
export const rescanOverriddenJob = defineJob({
  name: 'rescan-overridden',
  payload: Payload,
  priority: 'rescan',
  concurrency: 1,
  timeoutSeconds: 600,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  async run(context, { accountUuid, ecosystem: id, packageName, version }) {
    const ecosystem = ecosystemById(id as EcosystemId)
    const uses = await listUses(context.db, { accountUuid, ecosystem, packageName })
    const concerned = uses.filter(
      (use) =>
        version === '*' || use.version === version || ecosystem.compareVersions(use.version, version) === 0,
    )
    const branches = [...new Set(concerned.map(({ branchUuid }) => branchUuid))]
    await rescanBranches(
      context,
      branches.map((branchUuid) => ({ accountUuid, branchUuid })),
    )
  },
})
