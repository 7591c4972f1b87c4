import {
  type AssetEvent,
  attributeOf,
  createAsset,
  findAsset,
  listEvents,
  recordEvent,
  uploadBlob,
} from './client.ts'
import type { SbomDocument } from './make-document.ts'
import { type DeliveryContext, laterOf, type Protocol, unlessAttempted } from './protocol.ts'
import { findLink, saveAsset, type SbomRow } from './store.ts'

/** The current protocol: a blob referenced by an event on the branch's asset. */
export const ledger: Protocol = {
  async find(request) {
    const asset = await findKnownAsset(request)
    const existing = asset === null ? [] : await eventsOf(request, asset)
    return existing.find((event) => typeOf(event) === 'Release')?.identity ?? null
  },
  async upload(request, document) {
    const asset = (await findStoredAsset(request)) ?? (await makeAsset(request, document))
    return unlessAttempted(request, 'attemptedAt', () => release(request, asset, document))
  },
  async change(request, _remoteId, wanted) {
    const { session, row, delivery } = request
    const asset = await findKnownAsset(request)
    if (asset === null) throw laterOf(delivery)('sbomUnknown')
    const type = wanted === 'published' ? 'Publish' : 'Withdraw'
    // An earlier attempt may have recorded it.
    const last = (await eventsOf(request, asset)).findLast((each) => typeOf(each) !== 'Release')
    if (last && typeOf(last) === type) return
    const event = { ...eventOf(row, type), arc_description: `The SBOM is ${wanted}` }
    await recordEvent(session, asset, { event })
  },
}

async function release(
  { session, settings: { supplier }, row }: DeliveryContext,
  asset: string,
  { content, component, version }: SbomDocument,
): Promise<string> {
  const blob = await uploadBlob(session, content)
  return recordEvent(session, asset, {
    event: {
      ...eventOf(row, 'Release'),
      arc_description: `SBOM of ${component} ${version}`,
      sbom_author: supplier,
      sbom_supplier: supplier,
      sbom_component: component,
      sbom_version: version,
      sbom_file: {
        arc_attribute_type: 'arc_attachment',
        arc_blob_identity: blob.identity,
        arc_blob_hash_alg: blob.hash.alg,
        arc_blob_hash_value: blob.hash.value,
        arc_file_name: 'sbom.cdx.json',
        arc_display_name: 'SBOM',
      },
    },
    asset: { sbom_version: version, sbom_uuid: row.scan_uuid },
  })
}

const eventOf = ({ scan_uuid }: SbomRow, type: string) => ({ arc_display_type: type, sbom_uuid: scan_uuid })
const typeOf = (event: AssetEvent) => attributeOf(event, 'arc_display_type')
/** The record of this SBOM. */
const eventsOf = ({ session, row }: DeliveryContext, asset: string) =>
  listEvents(session, asset, ['sbom_uuid', row.scan_uuid])

const assetAttribute = 'assay_branch'

const findStoredAsset = async ({ context, scope, row }: DeliveryContext): Promise<string | null> =>
  (await findLink(context.db, scope, row.branch_uuid))?.assetId ?? null

/** The branch's asset, also if the response to its creation was lost. */
async function findKnownAsset(request: DeliveryContext): Promise<string | null> {
  const stored = await findStoredAsset(request)
  if (stored !== null) return stored
  const { context, scope, session, row } = request
  const branchUuid = row.branch_uuid
  const assetId = await findAsset(session, assetAttribute, branchUuid)
  if (assetId !== null) await saveAsset(context.db, scope, { branchUuid, assetId })
  return assetId
}

async function makeAsset(request: DeliveryContext, { component, version }: SbomDocument): Promise<string> {
  const { context, scope, settings, session, row } = request
  const branchUuid = row.branch_uuid
  const attributes = {
    arc_display_type: 'Software Package',
    arc_display_name: component,
    sbom_author: settings.supplier,
    sbom_supplier: settings.supplier,
    sbom_component: component,
    sbom_version: version,
    sbom_uuid: row.scan_uuid,
    [assetAttribute]: branchUuid,
  }
  const isPublic = settings.privacy === 'PUBLIC'
  const assetId = await unlessAttempted(request, 'assetAttemptedAt', () =>
    createAsset(session, { isPublic, attributes }),
  )
  await saveAsset(context.db, scope, { branchUuid, assetId })
  return assetId
}
