import type { GermanTexts } from '#integrations/core/integration.ts'
import type { DatadogSettings } from './settings.ts'
import type { english } from './texts.en.ts'

export const german: GermanTexts<typeof DatadogSettings, typeof english> = {
  name: 'Datadog',
  summary:
    'Sendet Scores, offene Schwachstellen, deren Alter und Fixes als Metriken, täglich und nach Scans.',
  fields: {
    site: { label: 'Site', hint: 'Die Domain Ihrer Datadog-URL, etwa datadoghq.eu.' },
    address: { label: 'API-URL', hint: 'Nur für einen Proxy nötig. Leer lassen, um die Site zu verwenden.' },
    prefix: {
      label: 'Präfix der Metriken',
      hint: 'Damit beginnen die Namen der Metriken, zum Beispiel <prefix>.projects.vulns.',
    },
    sendsAfterScans: { label: 'Nach jedem Scan senden', hint: 'Zusätzlich zum täglichen Versand.' },
    sendsAges: {
      label: 'Alter offener Schwachstellen senden',
      hint: 'Als Verteilungsmetrik, in Tagen.',
    },
    maxBranches: {
      label: 'Höchstzahl der Branches',
      hint: 'Datadog berechnet jede Kombination von Tags. Gesendet werden die zuletzt gescannten Branches.',
    },
    apiKey: { label: 'API-Schlüssel', hint: 'In Datadog unter Organization settings, API keys.' },
  },
  deliveries: {
    allProjects: 'Alle Projekte',
    nothingToSend: 'Es gibt noch nichts zu senden',
    metricsSent: 'Gesendete Zeitreihen: {series}. Branches: {branches}',
    newestMetricsSent:
      'Gesendete Zeitreihen: {series}. Branches: {branches} von {total}, die zuletzt gescannten',
    branchesLimited:
      'Nicht gesendet: Die erlaubte Anzahl von Branches, {limit}, wurde innerhalb des letzten Tages gesendet. Die zuletzt gescannten Branches werden einmal am Tag gesendet',
    keyAccepted: '{service} akzeptiert den API-Schlüssel',
  },
}
