import { contract } from '@assay/contract/contract.ts'
import type { Publication } from '@assay/contract/publications.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findVersion } from '#projects/versions/store.ts'
import { collectionsOf } from './collections.ts'
import { describeVersion } from './make-documents.ts'
import { publishVersion } from './publish-version.ts'
import { deletePublished, listPublished } from './store.ts'
import { teiOf } from './tei.ts'

interface Named {
  projectUuid: string
  versionUuid: string
}

/** Members publish the documents of a version here; `reporting/transparency` serves them. */
export function publicationsRoutes(context: AppContext): void {
  const { routes, db, config } = context
  const versionOf = async (of: Database, scope: Scope, { projectUuid, versionUuid: uuid }: Named) =>
    (await findVersion(of, scope, { projectUuid, uuid })) ?? throwNotFound('version')
  async function read(of: Database, scope: Scope, uuid: string): Promise<Publication> {
    const collections = collectionsOf(await listPublished(of, scope, uuid))
    return {
      isEnabled: config.isTransparent,
      tei: collections.length === 0 ? null : teiOf(config, uuid),
      collections: collections.toReversed().map(({ publishedAt, documents, ...each }) => ({
        ...each,
        publishedAt: publishedAt.getTime(),
        documents: documents.map(({ kind, uuid: documentUuid, version, digest }) => ({
          kind,
          uuid: documentUuid,
          version,
          sha256: Buffer.from(digest).toString('hex'),
        })),
      })),
    }
  }

  registerRoutes(routes, contract.publications, {
    read: async ({ caller: { scope }, params }) => read(db, scope, (await versionOf(db, scope, params)).uuid),
    async publish({ caller: { scope }, params, change }) {
      const version = await versionOf(db, scope, params)
      if (!config.isTransparent)
        throw new Problem(
          409,
          'transparencyOff',
          'The Transparency Exchange API is turned off: the operator turns it on with ASSAY_TRANSPARENCY',
        )
      const sources = await describeVersion(context, scope, version)
      return change(async (tx) => {
        const before = await read(tx, scope, version.uuid)
        await publishVersion(tx, scope, { versionUuid: version.uuid, sources, now: new Date() })
        const after = await read(tx, scope, version.uuid)
        return { result: after, before: latestOf(before), after: latestOf(after) }
      })
    },
    withdraw: ({ caller: { scope }, params, change }) =>
      change(async (tx) => {
        const { uuid } = await versionOf(tx, scope, params)
        const before = await read(tx, scope, uuid)
        await deletePublished(tx, scope, uuid)
        const after = await read(tx, scope, uuid)
        return { result: after, before: latestOf(before), after: latestOf(after) }
      }),
  })
}

/** For the audit log. */
const latestOf = ({ tei, collections: [latest] }: Publication) => ({
  tei,
  collection: latest?.version ?? null,
  documents: latest?.documents.map(({ kind, sha256 }) => ({ kind, sha256 })) ?? [],
})
