import { accountScope } from '#auth/scope.ts'
import { failBuild } from '#scanning/builds/fail-build.ts'
import { scanPastBuildKind } from '#scanning/builds/scan-build-kind.ts'
import { requeueBuilds } from '#scanning/builds/store.ts'
import { defineJob } from '#platform/queue/job.ts'

/** Scans a build as of the time at which another product received its inventory. Nobody is notified of it. */
export const scanPastBuildJob = defineJob({
  ...scanPastBuildKind,
  concurrency: 2,
  timeoutSeconds: 1800,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 10 },
  survivesProcesses: true,
  async run({ scanner }, { accountUuid, buildUuid, at }) {
    await scanner.scan(accountScope(accountUuid), buildUuid, { isBackground: true, at })
  },
  async onExhausted({ db }, { accountUuid, buildUuid }, reason) {
    await failBuild(db, accountScope(accountUuid), { uuid: buildUuid, reason: `The scan failed: ${reason}` })
  },
  onRequeue: (tx, builds) => requeueBuilds(tx, builds),
})
