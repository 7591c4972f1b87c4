import { accountScope } from '#auth/scope.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import { replaceScan } from '#projects/versions/change-versions.ts'
import { findPublished } from '#intake/dependency-track/setting-store.ts'

/**
 * If the account says so, what clients of Dependency-Track upload becomes a published version of the project, named like its
 * branch. A BOM that is uploaded again replaces the one before, as it does there; the default branch is no version.
 */
export const publishedVersions = defineConsumer({
  name: 'published-versions',
  types: ['scan.recorded'],
  async handle(tx, _context, { accountUuid, payload }) {
    if (accountUuid === null || payload.isRescan) return
    const scope = accountScope(accountUuid)
    const { projectUuid, branchUuid, scanUuid } = payload
    const found = await findPublished(tx, scope, branchUuid)
    if (!found || found.isMain) return
    await replaceScan(tx, scope, { projectUuid, branchUuid, scanUuid, name: found.branch })
  },
})
