import { z } from 'zod'
import { accountScope, type Scope } from '#auth/scope.ts'
import { ServiceRejection } from '#integrations/core/call-service.ts'
import { failureReason } from '#platform/queue/failure-reason.ts'
import { defineJob, type JobContext } from '#platform/queue/job.ts'
import { quoted } from '#platform/secrets/quoted.ts'
import { findProject } from '#projects/project-store.ts'
import { failBuild } from '#scanning/builds/fail-build.ts'
import type { PackedDocument } from '#scanning/builds/documents/pack-document.ts'
import { type BuildRow, findBuild, requeueBuilds } from '#scanning/builds/store.ts'
import { endPull } from '#scanning/builds/uploads/submit-build.ts'
import { findRemote } from './find-remote.ts'
import { readRepository } from './read-repository.ts'

const Payload = z.object({ accountUuid: z.uuid(), buildUuid: z.uuid() })

/** Fetches the files of a build from its repository and queues its scan. */
export const pullRepositoryJob = defineJob({
  name: 'pull-repository',
  payload: Payload,
  priority: 'interactive',
  groupOf: ({ accountUuid }: z.infer<typeof Payload>) => accountUuid,
  concurrency: 2,
  timeoutSeconds: 1800,
  retry: { limit: 3, delaySeconds: 2, maxDelaySeconds: 60 },
  survivesProcesses: true,
  async run(context, { accountUuid, buildUuid }) {
    const scope = accountScope(accountUuid)
    const build = await findBuild(context.db, scope, buildUuid)
    // Otherwise an earlier attempt got that far.
    if (build?.state === 'preparing') await pull(context, scope, build)
  },
  async onExhausted({ db }, { accountUuid, buildUuid }, why) {
    const reason = `The repository could not be fetched: ${why}`
    await failBuild(db, accountScope(accountUuid), { uuid: buildUuid, reason })
  },
  onRequeue: (tx, builds) => requeueBuilds(tx, builds, 'preparing'),
})

async function pull(context: JobContext, scope: Scope, build: BuildRow): Promise<void> {
  const { db, queue } = context
  const project = await findProject(db, scope, build.projectUuid)
  const remote = project && (await findRemote(context, scope, project.url))
  if (!remote)
    return failBuild(db, scope, { uuid: build.uuid, reason: 'The repository is no longer connected' })
  const secrets = [remote.connection.token]
  let documents: PackedDocument[]
  try {
    documents = await readRepository(remote, build.branch)
  } catch (error) {
    const reason = quoted(failureReason(error), secrets)
    if (error instanceof ServiceRejection) return failBuild(db, scope, { uuid: build.uuid, reason })
    // oxlint-disable-next-line preserve-caught-error -- the cause may hold secrets
    throw new Error(reason)
  }
  await db.transaction().execute((tx) => endPull({ tx, queue }, scope, { buildUuid: build.uuid, documents }))
}
