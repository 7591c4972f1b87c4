import { deliveryText, type DeliveryTextName } from '@assay/contract/delivery-texts.ts'
import type { RkvstSettings } from '@assay/contract/rkvst.ts'
import { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import { ServiceRejection } from '#integrations/shape/call-service.ts'
import {
  type Delivering,
  type Delivery,
  type IntegrationContext,
  Postponed,
} from '#integrations/shape/integration.ts'
import {
  type AssetEvent,
  changeSbom,
  type Connection,
  attributeOf,
  createAsset,
  findAsset,
  findSbom,
  type HubSbom,
  listEvents,
  openSession,
  readSbom,
  recordEvent,
  type Session,
  uploadBlob,
  uploadSbom,
} from './client.ts'
import { makeDocument, type SbomDocument } from './make-document.ts'
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
  delivery: Delivery
}

/** What a delivery can be asked for. */
type WantedState = Exclude<SbomState, 'queued'>

const stateTexts = {
  uploaded: 'sbomUploaded',
  published: 'sbomPublished',
  withdrawn: 'sbomWithdrawn',
} as const satisfies Readonly<Record<WantedState, DeliveryTextName>>

/** Brings one SBOM to its target state: uploaded, then published or withdrawn. Checks the current state first. */
export async function deliverSbom({
  context,
  scope,
  settings,
  delivery,
}: Delivering<Settings>): Promise<string> {
  const uuid = delivery.topic.split(' ').at(-1)!
  const row = await findSbomRow(context.db, scope, uuid)
  if (!row) return deliveryText('projectGone')
  const wanted = row.wanted as WantedState
  if (row.state === wanted) return deliveryText(stateTexts[wanted])
  const session = await openSession(connectionOf(context, settings))
  const given = { context, scope, settings, session, row, delivery }
  const protocol = settings.protocol === 'hub' ? hub : ledger
  const remoteId = row.remote_id ?? (await uploadOnce(given, protocol))
  if (wanted === 'published' || wanted === 'withdrawn') await protocol.change(given, remoteId, wanted)
  await updateSbom(context.db, scope, { uuid, state: wanted })
  return deliveryText(stateTexts[wanted])
}

interface Protocol {
  /** Id of an SBOM that an earlier attempt uploaded; null if the service lists none. */
  find(given: DeliveryContext, document: SbomDocument): Promise<string | null>
  upload(given: DeliveryContext, document: SbomDocument): Promise<string>
  change(given: DeliveryContext, remoteId: string, wanted: 'published' | 'withdrawn'): Promise<void>
}

async function uploadOnce(given: DeliveryContext, protocol: Protocol): Promise<string> {
  const { context, scope, row } = given
  const document = await documentOf(given)
  const remoteId =
    (await protocol.find(given, document)) ??
    (await unlessAttempted(given, () => protocol.upload(given, document)))
  await updateSbom(context.db, scope, { uuid: row.uuid, state: 'uploaded', remote_id: remoteId })
  return remoteId
}

/** Lists show an upload with a delay: one not listed after this did not arrive. */
const listLagSeconds = 120
const Progress = z.object({ attemptedAt: z.number().nullable() })

async function unlessAttempted(
  { delivery }: DeliveryContext,
  upload: () => Promise<string>,
): Promise<string> {
  const { attemptedAt = null } = Progress.safeParse(delivery.progress).data ?? {}
  const left = listLagSeconds - (Date.now() - (attemptedAt ?? 0)) / 1000
  if (left > 0)
    throw new Postponed(deliveryText('sbomUncertain'), {
      seconds: Math.ceil(left),
      isWholeService: false,
    })
  await delivery.saveProgress({ attemptedAt: Date.now() })
  try {
    return await upload()
  } catch (error) {
    if (error instanceof ServiceRejection || error instanceof Postponed)
      await delivery.saveProgress({ attemptedAt: null })
    throw error
  }
}

const documentOf = ({ context, scope, settings, row }: DeliveryContext) =>
  makeDocument(context.db, scope, { projectUuid: row.project_uuid, scanUuid: row.scan_uuid, settings })

/** The protocol of the closed hub, for compatible servers. */
const hub: Protocol = {
  async find({ session, row }, { serialNumber: uniqueId }) {
    const since = new Date(row.created_at.getTime() - maxClockSkewMs)
    return (await findSbom(session, { uniqueId, since }))?.identity ?? null
  },
  async upload({ session, settings: { privacy } }, { content }) {
    return (await uploadSbom(session, { content, privacy })).identity
  },
  async change({ session, delivery }, identity, wanted) {
    const later = laterOf(delivery)
    const isDone = (sbom: HubSbom) =>
      (wanted === 'published' ? sbom.published_date : sbom.withdrawn_date) !== ''
    const known = await readSbom(session, identity)
    if (!known) throw later('sbomUnknown')
    if (isDone(known)) return
    const changed = await changeSbom(session, identity, wanted === 'published' ? 'publish' : 'withdraw')
    // Its record appears with a delay.
    if (!isDone((await readSbom(session, identity)) ?? changed))
      throw later(wanted === 'published' ? 'sbomNotPublished' : 'sbomNotWithdrawn')
  },
}

const maxClockSkewMs = 3_600_000

/** Asks again with growing delay. */
const laterOf =
  ({ attempt }: Delivery) =>
  (name: DeliveryTextName) =>
    new Postponed(deliveryText(name), {
      seconds: Math.min(15 * 2 ** (attempt - 1), 600),
      isWholeService: false,
    })

/** The current protocol: a blob referenced by an event on the branch's asset. */
const ledger: Protocol = {
  async find(given, document) {
    const known = await eventsOf(given, await assetOf(given, document))
    return known.find((event) => typeOf(event) === 'Release')?.identity ?? null
  },
  async upload(given, document) {
    const { session, row } = given
    const asset = await assetOf(given, document)
    const blob = await uploadBlob(session, document.content)
    return recordEvent(session, asset, {
      event: {
        ...eventOf(row, 'Release'),
        arc_description: `SBOM of ${document.component} ${document.version}`,
        sbom_author: given.settings.supplier,
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
    const asset = await assetOf(given, await documentOf(given))
    const type = wanted === 'published' ? 'Publish' : 'Withdraw'
    // An earlier attempt may have recorded it.
    const last = (await eventsOf(given, asset)).findLast((each) => typeOf(each) !== 'Release')
    if (last && typeOf(last) === type) return
    const event = { ...eventOf(row, type), arc_description: `The SBOM is ${wanted}` }
    await recordEvent(session, asset, { event })
  },
}

const eventOf = ({ scan_uuid }: SbomRow, type: string) => ({ arc_display_type: type, sbom_uuid: scan_uuid })
const typeOf = (event: AssetEvent) => attributeOf(event, 'arc_display_type')
/** Of this SBOM. */
const eventsOf = ({ session, row }: DeliveryContext, asset: string) =>
  listEvents(session, asset, ['sbom_uuid', row.scan_uuid])

const assetAttribute = 'assay_branch'

async function assetOf(
  { context, scope, settings, session, row }: DeliveryContext,
  { component, version }: SbomDocument,
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
        sbom_author: settings.supplier,
        sbom_supplier: settings.supplier,
        sbom_component: component,
        sbom_version: version,
        sbom_uuid: row.scan_uuid,
        [assetAttribute]: branchUuid,
      },
    }))
  await saveAsset(context.db, scope, { branchUuid, assetId })
  return assetId
}
