import type { integrationSettings } from '@assay/contract/integration-settings.ts'
import type { integrationFields as english } from '../integration-fields.ts'

interface Field {
  label: string
  /** Present if the English form has one. */
  hint?: string
  /** Labels of a choice, unless they are proper names. */
  options?: Readonly<Record<string, string>>
}

type Id = keyof typeof integrationSettings
type Fields = { readonly [I in Id]: Readonly<Record<keyof (typeof integrationSettings)[I]['shape'], Field>> }

/** The others are proper names. */
const names = new Map<string, string>([['repository-issues', 'GitHub- und GitLab-Issues']])

/** Fields about tickets, which Jira and repositories name differently. */
const ticketRule = (words: { oneFor: string; many: string; one: string }) => ({
  ticketsFor: {
    label: words.oneFor,
    hint: 'Ein Upgrade schließt alle Schwachstellen eines Pakets.',
    options: { upgrade: 'Jedes Upgrade', finding: 'Jede Schwachstelle' },
  },
  createsByRule: {
    label: `${words.many} automatisch anlegen`,
    hint: 'Nach jedem Scan des Hauptbranches. Sonst legen Mitglieder sie aus einem Bericht an.',
  },
  minSeverity: { label: 'Automatisch ab Schweregrad', hint: 'Bekannte Malware zählt immer.' },
  onlyWithFix: {
    label: 'Nur wenn es einen Fix gibt',
    hint: `Gilt für automatisch angelegte ${words.many}.`,
  },
  whenFixed: {
    label: 'Nach dem Fix',
    hint: `Kehrt eine Schwachstelle zurück, wird ${words.one} wieder geöffnet.`,
    options: { close: 'Kommentieren und schließen', comment: 'Kommentieren', nothing: 'Nichts ändern' },
  },
})

const fields: Fields = {
  jira: {
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
    ...ticketRule({ oneFor: 'Ein Vorgang für', many: 'Vorgänge', one: 'der Vorgang' }),
    apiToken: { label: 'API-Token', hint: 'Für Data Center ein persönliches Zugriffstoken.' },
    webhookSecret: {
      label: 'Secret des Webhooks',
      hint: 'Optional. Muss mit dem Secret des Webhooks in Jira übereinstimmen.',
    },
  },
  'repository-issues': {
    service: { label: 'Dienst' },
    url: {
      label: 'URL',
      hint: 'Für einen selbst betriebenen Server. Leer lassen für github.com oder gitlab.com.',
    },
    repository: {
      label: 'Repository',
      hint: 'Leer lassen, um für jedes Projekt dessen eigenes Repository zu verwenden.',
    },
    isConfidential: {
      label: 'Vertrauliche Issues',
      hint: 'Nur GitLab. Auf GitHub sehen alle die Issues, die auf das Repository zugreifen können.',
    },
    ...ticketRule({ oneFor: 'Ein Issue für', many: 'Issues', one: 'das Issue' }),
    token: {
      label: 'Zugriffstoken',
      hint: 'Für GitHub mit Lese- und Schreibzugriff auf Issues und, um Projekte zu aktualisieren, Lesezugriff auf Inhalte; für GitLab mit dem Scope api.',
    },
  },
  datadog: {
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
  rkvst: {
    protocol: {
      label: 'Dienst',
      hint: 'Der SBOM-Hub von RKVST wurde 2023 eingestellt. Wählen Sie ihn nur für einen kompatiblen Server.',
      options: { events: 'DataTrails (Assets und Events)', hub: 'SBOM-Hub von RKVST' },
    },
    url: { label: 'URL' },
    clientId: {
      label: 'Client-ID',
      hint: 'Client-ID einer App-Registrierung mit einer Zugriffsrichtlinie.',
    },
    supplier: { label: 'Lieferant', hint: 'Ihre Organisation, wie sie in den SBOMs genannt wird.' },
    privacy: {
      label: 'Sichtbarkeit',
      hint: 'Sichtbarkeit der hochgeladenen SBOMs.',
      options: { PRIVATE: 'Privat', PUBLIC: 'Öffentlich' },
    },
    clientSecret: {
      label: 'Client-Secret',
      hint: 'Wird nur einmal angezeigt, beim Anlegen der App-Registrierung.',
    },
  },
}

const byIntegration = new Map<string, Readonly<Record<string, Field>>>(Object.entries(fields))

const textsOf = (integration: string, field: string): Field | undefined =>
  new Map(Object.entries(byIntegration.get(integration) ?? {})).get(field)

export const integrationFields: typeof english = {
  nameOf: ({ id, name }) => names.get(id) ?? name,
  fieldOf(integration, field) {
    const texts = textsOf(integration, field.name)
    if (!texts) return field
    const labels = new Map(Object.entries(texts.options ?? {}))
    return {
      ...field,
      label: texts.label,
      hint: texts.hint ?? field.hint,
      options: field.options.map((each) => ({ ...each, label: labels.get(each.value) ?? each.label })),
    }
  },
}
