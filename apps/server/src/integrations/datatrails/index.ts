import { deliveryText } from '@assay/contract/delivery-texts.ts'
import { RkvstSettings } from './settings.ts'
import { findBranchName } from '#integrations/core/branch-store.ts'
import { defineIntegration, type Planned } from '#integrations/core/integration.ts'
import type { Tx } from '#platform/database/database.ts'
import { baseOf, fetchToken } from './client.ts'
import { connectionOf, deliverSbom } from './deliver.ts'
import { ensureSbom, findLink, type SbomRow } from './store.ts'

/** By branch, so that its SBOMs are sent in order. */
export const plannedSbom = (
  { uuid, branch_uuid }: Pick<SbomRow, 'uuid' | 'branch_uuid'>,
  subject: string,
): Planned => ({ topic: `sbom ${branch_uuid} ${uuid}`, subject })

export const datatrailsIntegration = defineIntegration({
  id: 'rkvst',
  name: 'DataTrails (RKVST)',
  summary: 'Publishes the SBOMs of linked branches to a provenance ledger.',
  feature: 'rkvst',
  settings: RkvstSettings,
  addressOf: baseOf,
  async check({ config }, settings) {
    const isValid = (await fetchToken(connectionOf({ config }, settings))) !== null
    return { isValid, message: deliveryText(isValid ? 'credentialsAccepted' : 'credentialsInvalid') }
  },
  events: ['scan.recorded'],
  async plan({ context, scope }, event) {
    if (event.type !== 'scan.recorded' || event.payload.isRescan) return []
    const { projectUuid, branchUuid, scanUuid } = event.payload
    if (!(await findLink(context.db, scope, branchUuid))?.isLinked) return []
    const row = await ensureSbom(context.db as Tx, scope, { projectUuid, branchUuid, scanUuid })
    return [plannedSbom(row, (await findBranchName(context.db, scope, branchUuid)) ?? '')]
  },
  scheduled: null,
  deliver: deliverSbom,
})
