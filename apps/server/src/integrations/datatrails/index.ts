import { RkvstSettings } from './settings.ts'
import { findBranchName } from '#integrations/core/branch-store.ts'
import { defineIntegration, type Planned } from '#integrations/core/integration.ts'
import type { Tx } from '#platform/database/database.ts'
import { baseOf, fetchToken } from './client.ts'
import { connectionOf, deliverSbom } from './deliver.ts'
import { ensureSbom, findLink, type SbomRow } from './store.ts'
import { coreText } from '#integrations/core/texts.ts'
import { german } from './texts.de.ts'
import { english } from './texts.en.ts'
import type { Wording } from '#platform/texts/text.ts'

/** By branch, so that its SBOMs are sent in order. */
export const plannedSbom = (
  { uuid, branch_uuid }: Pick<SbomRow, 'uuid' | 'branch_uuid'>,
  subject: Wording,
): Planned => ({ topic: `sbom ${branch_uuid} ${uuid}`, subject })

export const datatrailsIntegration = defineIntegration({
  id: 'rkvst',
  texts: { en: english, de: german },
  feature: 'rkvst',
  settings: RkvstSettings,
  addressOf: baseOf,
  async check({ config }, settings) {
    const isValid = (await fetchToken(connectionOf({ config }, settings))) !== null
    return { isValid, message: coreText(isValid ? 'credentialsAccepted' : 'credentialsInvalid') }
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
