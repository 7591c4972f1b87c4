import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { accountScope } from '#auth/scope.ts'
import { defineSchedule, type JobContext } from '#platform/queue/job.ts'
import { findStored, listEarlierReadings, lockEarlierReading, saveReading } from './reader-version-store.ts'
import { findUnmatched } from './find-unmatched.ts'
import { pinReferences } from './pin-references.ts'
import { readStoredVex } from './read-vex.ts'
import { rescanVexSubjectsJob } from './rescan-vex-subjects-job.ts'
import { listStatedIds } from './affected-branches-store.ts'

const decompress = promisify(zstdDecompress)

/** Reads stored documents again after an upgrade to readers that understand more of them. */
export const readVexAgainJob = defineSchedule({
  name: 'read-vex-again',
  timeoutSeconds: 3600,
  retry: { limit: 3, delaySeconds: 60, maxDelaySeconds: 600 },
  cron: '*/20 * * * *',
  async run(context, _payload, { stopping }) {
    const failures: unknown[] = []
    for (const document of await listEarlierReadings(context.db)) {
      stopping?.throwIfAborted()
      // The others are read nevertheless.
      await readAgain(context, document).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  },
})

async function readAgain(
  { db, queue }: JobContext,
  { accountUuid, uuid }: { accountUuid: string; uuid: string },
): Promise<void> {
  const scope = accountScope(accountUuid)
  const stored = await findStored(db, scope, uuid)
  if (!stored) return
  const { document: read } = await readStoredVex(await decompress(stored.content), stored.createdAt)
  const { projectUuid } = stored
  const pinned = read && (await pinReferences(db, scope, { document: read, projectUuid }))
  const document = pinned?.document ?? null
  const unmatched = pinned
    ? await findUnmatched(db, scope, {
        statements: pinned.document.statements,
        cpes: pinned.cpes,
        projectUuid,
      })
    : new Map<number, string>()
  await db.transaction().execute(async (tx) => {
    if (!(await lockEarlierReading(tx, scope, uuid))) return
    const formerIds = await listStatedIds(tx, scope, uuid)
    await saveReading(tx, scope, { uuid, document, unmatched })
    await queue.send(tx, rescanVexSubjectsJob, { accountUuid, documentUuid: uuid, formerIds })
  })
}
