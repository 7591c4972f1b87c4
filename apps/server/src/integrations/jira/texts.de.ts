import type { GermanTexts } from '#integrations/core/integration.ts'
import { germanTicketRule } from '#integrations/tickets/rule-texts.ts'
import { ticketTexts } from '#integrations/tickets/texts.ts'
import type { JiraSettings } from './settings.ts'
import type { english } from './texts.en.ts'

export const german: GermanTexts<typeof JiraSettings, typeof english> = {
  name: 'Jira',
  summary:
    'Legt Vorgänge für Upgrades oder Schwachstellen an, kommentiert sie und schließt sie nach dem Fix.',
  fields: {
    deployment: { label: 'Edition', hint: 'Data Center ab Version 8.14.' },
    url: { label: 'URL', hint: 'Zum Beispiel https://example.atlassian.net' },
    email: { label: 'E-Mail-Adresse', hint: 'Nur für Cloud: die Adresse, zu der das API-Token gehört.' },
    jiraProject: {
      label: 'Projektschlüssel',
      hint: 'Standard für alle Projekte. Ein Projekt kann einen eigenen haben.',
    },
    issueTypeId: {
      label: 'Vorgangstyp',
      hint: 'ID des Vorgangstyps. Leer lassen für den ersten Typ, der keine Unteraufgabe ist.',
    },
    ...germanTicketRule({ oneFor: 'Ein Vorgang für', many: 'Vorgänge', one: 'der Vorgang' }),
    apiToken: { label: 'API-Token', hint: 'Für Data Center ein persönliches Zugriffstoken.' },
    webhookSecret: {
      label: 'Secret des Webhooks',
      hint: 'Optional. Muss mit dem Secret des Webhooks in Jira übereinstimmen.',
    },
  },
  deliveries: {
    ...ticketTexts.de,
    credentialsAcceptedOf: '{service} akzeptiert die Zugangsdaten von {name}',
  },
}
