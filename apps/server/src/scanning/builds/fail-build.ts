import type { Issue } from '@assay/engine/inventory.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { hasEnded } from './follow-build.ts'
import { lockBuild, updateBuild } from './store.ts'

interface Failure {
  uuid: string
  reason: string
  issues?: Issue[]
}

/** Ends a build without a scan and emits its event. Builds that already ended are unchanged. */
export async function failBuild(
  db: Database,
  scope: Scope,
  { uuid, reason, issues = [] }: Failure,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const build = await lockBuild(tx, scope, uuid)
    if (!build || hasEnded(build)) return
    await updateBuild(tx, scope, { uuid, state: 'failed', reason, issues })
    const payload = {
      projectUuid: build.project_uuid,
      branchUuid: build.branch_uuid,
      buildUuid: uuid,
      reason,
    }
    await writeEvents(tx, scope.accountUuid, [{ type: 'scan.failed', payload }])
  })
}
