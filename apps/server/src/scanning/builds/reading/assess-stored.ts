import type { DocumentQuality } from '@assay/contract/document-quality.ts'
import { maxAssessedBytes } from '@assay/engine/quality/sbom-lacks.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findDocument, listDocumentHeads } from '#scanning/builds/documents/document-store.ts'
import { listTrust } from '#scanning/signatures/list-trust.ts'
import { type Assessed, type AssessCall, assessDocument } from './assess-document.ts'
import { limitMessage } from './limit-message.ts'
import { runBySize } from './run-by-size.ts'

const maxBundleBytes = 1024 * 1024
const unknown = { format: null, components: 0, profiles: [] }
const unassessed: DocumentQuality = { ...unknown, signature: null }

/** Which minimum elements a stored document has, and who signed it. Throws Problem 404 if there is none at that position. */
export async function assessStored(
  db: Database,
  scope: Scope,
  of: { buildUuid: string; position: number },
): Promise<DocumentQuality> {
  const heads = await listDocumentHeads(db, scope, of.buildUuid)
  const { path, size } = heads.find(({ position }) => position === of.position) ?? throwNotFound('document')
  const beside = heads.find((each) => each.path === `${path}.sigstore.json` && each.size <= maxBundleBytes)
  if (size > maxAssessedBytes) return unassessed
  const work = { module: new URL('assess-document.ts', import.meta.url), name: assessDocument.name, size }
  try {
    const load = async (): Promise<AssessCall> => ({
      document: (await findDocument(db, scope, of)) ?? throwNotFound('document'),
      trust: await listTrust(db, scope),
      bundle: beside ? ((await findDocument(db, scope, { ...of, position: beside.position })) ?? null) : null,
    })
    const { quality, signature } = await runBySize<Assessed>({ ...work, load })
    return { ...(quality ?? unknown), signature }
  } catch (error) {
    if (limitMessage(error, 'The document', 'read') === null) throw error
    return unassessed
  }
}
