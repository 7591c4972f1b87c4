import type { GermanTexts } from '#integrations/core/integration.ts'
import type { DefectDojoSettings } from './settings.ts'
import type { english } from './texts.en.ts'

export const german: GermanTexts<typeof DefectDojoSettings, typeof english> = {
  name: 'DefectDojo',
  summary: 'Sendet die Befunde jedes Scans: Projekte werden Products, Branches Engagements.',
  fields: {
    url: { label: 'URL', hint: 'Ihres DefectDojo.' },
    productType: {
      label: 'Product Type',
      hint: 'Von Products, die angelegt werden. Bestehende müssen ihn haben.',
    },
    token: {
      label: 'API-Token',
      hint: 'In DefectDojo: API v2 Key eines Benutzers, der Scans importieren und Products anlegen darf.',
    },
  },
  deliveries: {
    tokenAccepted: '{service} akzeptiert das API-Token',
    findingsSent: 'Gesendete Befunde: {findings}',
    findingsAdded:
      'Gesendete Befunde: {findings}. Andere bleiben offen, da der Scan weniger abdeckt als zuvor',
    importRefused: '{service} hat die Befunde mit Status {status} abgelehnt: {reason}',
  },
}
