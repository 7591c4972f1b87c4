import { z } from 'zod'
import { accountScope } from '#auth/scope.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import { defineJob } from '#platform/queue/job.ts'
import { countBaseChanges } from './count-base-changes.ts'
import { findNewerImage } from './find-newer-base.ts'
import { findNewerBase, findScannedBase, listImagesOf, saveNewerBase } from './newer-base-store.ts'
import { findImage } from './store.ts'

const Payload = z.object({
  accountUuid: z.uuid(),
  imageUuid: z.uuid(),
  /** Whether the registry is asked; otherwise, only what is known is counted again. */
  isDue: z.boolean(),
})

/** Finds a newer base for a watched image, and what it would change. */
export const checkBaseJob = defineJob({
  name: 'check-base-image',
  payload: Payload,
  priority: 'refresh',
  groupOf: ({ accountUuid }: z.infer<typeof Payload>) => accountUuid,
  concurrency: 2,
  timeoutSeconds: 3600,
  retry: { limit: 2, delaySeconds: 60, maxDelaySeconds: 600 },
  async run(context, { accountUuid, imageUuid, isDue }) {
    const { db } = context
    const scope = accountScope(accountUuid)
    const image = await findImage(db, scope, imageUuid)
    const base = image && (await findScannedBase(db, scope, image))
    if (!image || !base) return
    const known = await findNewerBase(db, scope, imageUuid)
    const isKnown = !isDue && known?.than === base.digest
    const newer = isKnown ? known : await findNewerImage(context, scope, { image, base })
    const counted = { branchUuid: base.branchUuid, platform: image.platform ?? base.platform }
    const changes = newer && (await countBaseChanges(context, scope, { ...counted, newer }))
    await db
      .transaction()
      .execute((tx) => saveNewerBase(tx, scope, { uuid: imageUuid, newer: newer && { ...newer, changes } }))
  },
})

/** After each scan, since its findings and the advisories may be others. */
export const basesOfScans = defineConsumer({
  name: 'bases-of-scans',
  types: ['scan.recorded'],
  async handle(tx, { queue }, { accountUuid, payload: { branchUuid } }) {
    if (accountUuid === null) return
    for (const { uuid: imageUuid } of await listImagesOf(tx, accountUuid, branchUuid))
      await queue.send(tx, checkBaseJob, { accountUuid, imageUuid, isDue: false })
  },
})
