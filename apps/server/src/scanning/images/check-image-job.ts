import { z } from 'zod'
import { accountScope, type Scope } from '#auth/scope.ts'
import { failureReason } from '#platform/queue/failure-reason.ts'
import { defineJob, type JobContext } from '#platform/queue/job.ts'
import { quoted } from '#platform/secrets/quoted.ts'
import { Problem } from '#platform/http/problem.ts'
import { withPacked } from '#scanning/builds/documents/pack-document.ts'
import { submitFetched } from '#scanning/builds/uploads/submit-build.ts'
import { withImageInventory } from '#scanning/builds/uploads/unpack-documents.ts'
import { checkBaseJob } from './check-base-job.ts'
import { ImageRejection } from './image-rejection.ts'
import { findDigest, type ImageSource, withImage } from './fetch-image.ts'
import { loginFor } from './logins.ts'
import { findKnownBase } from './newer-base-store.ts'
import { findImage, type ImageRow, saveChecked, saveFailure } from './store.ts'

const Payload = z.object({ accountUuid: z.uuid(), imageUuid: z.uuid() })

/** Asks a registry what a tag leads to, and scans the image if that is new. */
export const checkImageJob = defineJob({
  name: 'check-image',
  payload: Payload,
  priority: 'refresh',
  groupOf: ({ accountUuid }: z.infer<typeof Payload>) => accountUuid,
  concurrency: 2,
  timeoutSeconds: 3600,
  retry: { limit: 3, delaySeconds: 30, maxDelaySeconds: 600 },
  survivesProcesses: true,
  async run(context, { accountUuid, imageUuid }) {
    const scope = accountScope(accountUuid)
    const image = await findImage(context.db, scope, imageUuid)
    if (image) await check(context, scope, image)
  },
  async onExhausted({ db }, { accountUuid, imageUuid }, error) {
    await saveFailure(db, accountScope(accountUuid), { uuid: imageUuid, error })
  },
})

async function check(context: JobContext, scope: Scope, image: ImageRow): Promise<void> {
  const { db, config } = context
  const { host, repository, tag, uuid } = image
  const login = await loginFor(context, scope.accountUuid, host)
  const source: ImageSource = {
    reference: { host, repository, tag, digest: '' },
    platform: image.platform,
    login,
    usesAttached: image.usesAttached,
    findKnownBase: (diffIds) => findKnownBase(db, scope, { projectUuid: image.projectUuid, diffIds }),
  }
  try {
    const digest = await findDigest(source, config)
    if (digest !== image.digest) await scan(context, { scope, image, source })
    await saveChecked(db, scope, { uuid, digest, usesAttached: image.usesAttached })
    const { accountUuid } = scope
    await context.queue.send(db, checkBaseJob, { accountUuid, imageUuid: uuid, isDue: true })
  } catch (error) {
    const reason = quoted(failureReason(error), login ? [login.password] : [])
    await saveFailure(db, scope, { uuid, error: reason })
    // A registry that refuses, or an image that cannot be read, is not asked again before its next check.
    if (error instanceof ImageRejection || error instanceof Problem) return
    // oxlint-disable-next-line preserve-caught-error -- the cause may hold secrets
    throw new Error(reason)
  }
}

interface Scanned {
  scope: Scope
  image: ImageRow
  source: ImageSource
}

async function scan({ db, queue, config }: JobContext, { scope, image, source }: Scanned): Promise<void> {
  await withImage(source, config, (fetched) =>
    withImageInventory(fetched, (read) =>
      withPacked(read, (documents) =>
        db.transaction().execute(async (tx) => {
          const target = { projectUuid: image.projectUuid, branch: image.tag }
          await submitFetched({ tx, queue }, scope, { ...target, documents })
        }),
      ),
    ),
  )
}
