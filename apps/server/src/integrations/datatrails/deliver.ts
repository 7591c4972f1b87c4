import type { RkvstSettings } from '@assay/contract/rkvst.ts'
import type { Scope } from '#auth/scope.ts'
import { type Delivering, type IntegrationContext, Postponed } from '#integrations/shape/integration.ts'
import {
  changeSbom,
  type Connection,
  createAsset,
  findAsset,
  findEvent,
  findSbom,
  type HubSbom,
  openSession,
  readSbom,
  recordEvent,
  type Session,
  uploadBlob,
  uploadSbom,
} from './client.ts'
import { makeDocument } from './make-document.ts'
import { findLink, findSbomRow, saveAsset, type SbomRow, type SbomState, updateSbom } from './store.ts'

type Settings = RkvstSettings

export const connectionOf = (
  { config }: Pick<IntegrationContext, 'config'>,
  { url, clientId, clientSecret }: Settings,
): Connection => ({ config, url, clientId, clientSecret })

interface DeliveryContext {
  context: IntegrationContext
  scope: Scope
  settings: Settings
  session: Session
  row: SbomRow
  isRetry: boolean
}

/** Brings one SBOM to its target state: uploaded, then published or withdrawn. Checks the current state first. */
export async function deliverSbom({
  context,
  scope,
  settings,
  delivery,
}: Delivering<Settings>): Promise<string> {
  const [, uuid = ''] = delivery.topic.split(' ')
  const row = await findSbomRow(context.db, scope, uuid)
  if (!row) return 'The project is gone'
  if (row.state === row.wanted) return `It is ${row.state} already`
  const session = await openSession(connectionOf(context, settings))
  const given = { context, scope, settings, session, row, isRetry: delivery.attempt > 1 }
  const protocol = settings.protocol === 'hub' ? hub : ledger
  const remoteId = row.remote_id ?? (await upload(given, protocol))
  const wanted = row.wanted as SbomState
  if (wanted === 'published' || wanted === 'withdrawn') await protocol.change(given, remoteId, wanted)
  await updateSbom(context.db, scope, { uuid, state: wanted })
  return `The SBOM is ${wanted}`
}

interface Protocol {
  upload(given: DeliveryContext): Promise<string>
  change(given: DeliveryContext, remoteId: string, wanted: 'published' | 'withdrawn'): Promise<void>
}

async function upload(given: DeliveryContext, protocol: Protocol): Promise<string> {
  const { context, scope, row } = given
  const remoteId = await protocol.upload(given)
  await updateSbom(context.db, scope, { uuid: row.uuid, state: 'uploaded', remote_id: remoteId })
  return remoteId
}

const documentOf = ({ context, scope, settings, row }: DeliveryContext) =>
  makeDocument(context.db, scope, { projectUuid: row.project_uuid, scanUuid: row.scan_uuid, settings })

/** The protocol of the closed hub, for compatible servers. */
const hub: Protocol = {
  async upload(given) {
    const { session, settings, isRetry } = given
    const { content, serialNumber } = await documentOf(given)
    const known = isRetry ? await findSbom(session, serialNumber) : null
    return (known ?? (await uploadSbom(session, { content, privacy: settings.privacy }))).identity
  },
  async change({ session }, identity, wanted) {
    const isDone = (sbom: HubSbom) =>
      (wanted === 'published' ? sbom.published_date : sbom.withdrawn_date) !== ''
    const known = await readSbom(session, identity)
    if (!known) throw later('The service does not know the SBOM yet')
    if (isDone(known)) return
    const changed = await changeSbom(session, identity, wanted === 'published' ? 'publish' : 'withdraw')
    // Its record appears with a delay.
    if (!isDone((await readSbom(session, identity)) ?? changed)) throw later(`The SBOM is not ${wanted} yet`)
  },
}

const later = (message: string) => new Postponed(message, { seconds: 15, isWholeService: false })

/** The current protocol: a blob referenced by an event on the branch's asset. */
const ledger: Protocol = {
  async upload(given) {
    const { session, row, isRetry } = given
    const document = await documentOf(given)
    const asset = await assetOf(given, document.component)
    const wanted = eventOf(row, 'Release')
    const known = isRetry ? await findEvent(session, asset, wanted) : null
    if (known !== null) return known
    const blob = await uploadBlob(session, document.content)
    return recordEvent(session, asset, {
      event: {
        ...wanted,
        arc_description: `SBOM of ${document.component} ${document.version}`,
        sbom_supplier: given.settings.supplier,
        sbom_component: document.component,
        sbom_version: document.version,
        sbom_file: {
          arc_attribute_type: 'arc_attachment',
          arc_blob_identity: blob.identity,
          arc_blob_hash_alg: blob.hash.alg,
          arc_blob_hash_value: blob.hash.value,
          arc_file_name: 'sbom.cdx.json',
          arc_display_name: 'SBOM',
        },
      },
      asset: { sbom_version: document.version, sbom_uuid: row.scan_uuid },
    })
  },
  async change(given, _remoteId, wanted) {
    const { session, row } = given
    const { component } = await documentOf(given)
    const asset = await assetOf(given, component)
    const event = eventOf(row, wanted === 'published' ? 'Publish' : 'Withdraw')
    if (given.isRetry && (await findEvent(session, asset, event)) !== null) return
    await recordEvent(session, asset, { event: { ...event, arc_description: `The SBOM is ${wanted}` } })
  },
}

const eventOf = ({ scan_uuid }: SbomRow, type: string) => ({ arc_display_type: type, sbom_uuid: scan_uuid })

const assetAttribute = 'assay_branch'

async function assetOf(
  { context, scope, settings, session, row }: DeliveryContext,
  component: string,
): Promise<string> {
  const branchUuid = row.branch_uuid
  const stored = (await findLink(context.db, scope, branchUuid))?.assetId
  if (stored !== null && stored !== undefined) return stored
  const assetId =
    (await findAsset(session, assetAttribute, branchUuid)) ??
    (await createAsset(session, {
      isPublic: settings.privacy === 'PUBLIC',
      attributes: {
        arc_display_type: 'Software Package',
        arc_display_name: component,
        sbom_component: component,
        sbom_supplier: settings.supplier,
        [assetAttribute]: branchUuid,
      },
    }))
  await saveAsset(context.db, scope, { branchUuid, assetId })
  return assetId
}
