import { readOwnAdvisory } from '@assay/engine/advisories/own/own-advisory.ts'
import { accountScope } from '#auth/scope.ts'
import { sendBranches, sendBranchesUsing } from '#knowledge/advisories/sync/affected-branches.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import { packagesOf } from './preview.ts'
import { listScanning } from './preview-store.ts'
import { findVersions } from './store.ts'

/**
 * Rescans the branches with a package that an own advisory names, or named before the change, and those that are being
 * scanned: they may have read the advisory as it was.
 */
export const ownAdvisoryRescans = defineConsumer({
  name: 'own-advisory-rescans',
  types: ['own-advisory.changed'],
  async handle(tx, { queue }, { accountUuid, payload: { ownAdvisoryUuid: uuid, version } }) {
    if (accountUuid === null) return
    const scope = accountScope(accountUuid)
    const documents = await findVersions(tx, scope, { uuid, versions: [version - 1, version] })
    const packages = documents.flatMap((document) => packagesOf(readOwnAdvisory(document).affected))
    await sendBranchesUsing(
      tx,
      queue,
      packages.map((named) => ({ ...named, accountUuid })),
    )
    await sendBranches(tx, queue, await listScanning(tx, scope))
  },
})
