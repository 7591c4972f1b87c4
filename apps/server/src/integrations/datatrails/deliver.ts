import type { RkvstSettings } from './settings.ts'
import type { DeliveryTask, IntegrationContext } from '#integrations/core/integration.ts'
import { type Connection, openSession } from './client.ts'
import { hub } from './hub.ts'
import { ledger } from './ledger.ts'
import { makeDocument } from './make-document.ts'
import { type DeliveryContext, type Protocol, text, type WantedState } from './protocol.ts'
import type { english } from './texts.en.ts'
import type { Wording } from '#platform/texts/text.ts'
import { findSbomRow, updateSbom } from './store.ts'

type Settings = RkvstSettings

export const connectionOf = (
  { config }: Pick<IntegrationContext, 'config'>,
  { url, clientId, clientSecret }: Settings,
): Connection => ({ config, url, clientId, clientSecret })

const stateTexts = {
  uploaded: 'sbomUploaded',
  published: 'sbomPublished',
  withdrawn: 'sbomWithdrawn',
} as const satisfies Readonly<Record<WantedState, keyof typeof english.deliveries>>

/** Brings one SBOM to its target state: uploaded, then published or withdrawn. Checks the current state first. */
export async function deliverSbom({
  context,
  scope,
  settings,
  delivery,
}: DeliveryTask<Settings>): Promise<Wording> {
  const uuid = delivery.topic.split(' ').at(-1)!
  const row = await findSbomRow(context.db, scope, uuid)
  if (!row) return text('projectGone')
  const wanted = row.wanted as WantedState
  if (row.state === wanted) return text(stateTexts[wanted])
  const session = await openSession(connectionOf(context, settings))
  const request = { context, scope, settings, session, row, delivery }
  const protocol = settings.protocol === 'hub' ? hub : ledger
  const remoteId = row.remote_id ?? (await uploadOnce(request, protocol))
  if (wanted === 'published' || wanted === 'withdrawn') await protocol.change(request, remoteId, wanted)
  await updateSbom(context.db, scope, { uuid, state: wanted })
  return text(stateTexts[wanted])
}

async function uploadOnce(request: DeliveryContext, protocol: Protocol): Promise<string> {
  const { context, scope, row } = request
  const document = await documentOf(request)
  const remoteId = (await protocol.find(request, document)) ?? (await protocol.upload(request, document))
  await updateSbom(context.db, scope, { uuid: row.uuid, state: 'uploaded', remote_id: remoteId })
  return remoteId
}

const documentOf = ({ context, scope, settings, row }: DeliveryContext) =>
  makeDocument(context.db, scope, { projectUuid: row.project_uuid, scanUuid: row.scan_uuid, settings })
