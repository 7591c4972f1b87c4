import { accountScope } from '#auth/scope.ts'
import { type BuildToScan, rescansAtOnce, scanBuildKind } from '#scanning/builds/scan-build-kind.ts'
import { failBuild } from '#scanning/builds/fail-build.ts'
import { requeueBuilds } from '#scanning/builds/store.ts'
import { defineJob, type JobContext } from '#platform/queue/job.ts'
import { mediumDocumentBytes, scanPoolSize } from '#platform/worker-threads/memory.ts'

async function onExhausted(
  { db }: JobContext,
  { accountUuid, buildUuid }: BuildToScan,
  reason: string,
): Promise<void> {
  await failBuild(db, accountScope(accountUuid), { uuid: buildUuid, reason: `The scan failed: ${reason}` })
}

/** Scans one build. */
export const scanBuildJob = defineJob({
  ...scanBuildKind,
  // One more than the threads, so that no thread is idle between jobs.
  concurrency: scanPoolSize + 1,
  reserved: 1,
  timeoutSeconds: 1800,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 10 },
  survivesProcesses: true,
  together: {
    size: rescansAtOnce,
    async run({ scanner }, builds) {
      const left: BuildToScan[] = []
      for (const [accountUuid, own] of Map.groupBy(builds, (build) => build.accountUuid)) {
        const uuids = new Set(
          await scanner.scanTogether(
            accountScope(accountUuid),
            own.map(({ buildUuid }) => buildUuid),
          ),
        )
        left.push(...own.filter(({ buildUuid }) => uuids.has(buildUuid)))
      }
      return left
    },
  },
  async run({ db, queue, scanner }, payload, { priority }) {
    const options = { isBackground: priority !== 'interactive', maxBytes: mediumDocumentBytes }
    const result = await scanner.scan(accountScope(payload.accountUuid), payload.buildUuid, options)
    if (result === 'too-large') await queue.sendAll(db, scanLargeBuildJob, { payloads: [payload], priority })
  },
  onExhausted,
  onRequeue: requeueBuilds,
})

/** Large documents wait for memory and have their own workers, so that smaller builds are not blocked. */
export const scanLargeBuildJob = defineJob({
  ...scanBuildKind,
  name: 'scan-large-build',
  concurrency: 2,
  timeoutSeconds: 1800,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 10 },
  survivesProcesses: true,
  async run({ scanner }, { accountUuid, buildUuid }, { priority }) {
    const options = { isBackground: priority !== 'interactive' }
    await scanner.scan(accountScope(accountUuid), buildUuid, options)
  },
  onExhausted,
  onRequeue: requeueBuilds,
})
