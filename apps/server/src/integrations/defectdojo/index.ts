import { planBranch } from '#integrations/core/plan-branch.ts'
import { type DeliveryTask, defineIntegration } from '#integrations/core/integration.ts'
import { coreText } from '#integrations/core/texts.ts'
import type { Wording } from '#platform/texts/text.ts'
import { findLastScan } from '#reporting/reports/stored/store.ts'
import { findScannedBranch } from './branch-store.ts'
import { checkToken, reimport } from './client.ts'
import { describeFindings } from './describe-findings.ts'
import { DefectDojoSettings } from './settings.ts'
import { text } from './text.ts'
import { german } from './texts.de.ts'
import { english } from './texts.en.ts'

export const defectDojoIntegration = defineIntegration({
  id: 'defectdojo',
  texts: { en: english, de: german },
  feature: null,
  settings: DefectDojoSettings,
  addressOf: ({ url }) => url,
  async check({ config }, settings) {
    const isValid = await checkToken(config, settings)
    const message = isValid
      ? text('tokenAccepted', { service: settings.url })
      : coreText('credentialsInvalid')
    return { isValid, message }
  },
  events: ['scan.recorded'],
  plan: planBranch,
  scheduled: null,
  deliver,
})

/** The state at this time. A scan that covers less than the one before closes nothing there, either. */
async function deliver({
  context: { db, config },
  scope,
  settings,
  delivery,
}: DeliveryTask<DefectDojoSettings>): Promise<Wording | null> {
  const branchUuid = delivery.topic.replace(/^branch /, '')
  const found = await findScannedBranch(db, scope, branchUuid)
  const scan = found && (await findLastScan(db, scope, branchUuid))
  if (!scan) return null
  const findings = await describeFindings(db, scope, scan)
  const closesOthers = !found.coversLess
  const report = { name: 'Assay', type: 'Assay', findings }
  await reimport(config, settings, { product: found.project, engagement: found.branch, report, closesOthers })
  return text(closesOthers ? 'findingsSent' : 'findingsAdded', { findings: findings.length })
}
