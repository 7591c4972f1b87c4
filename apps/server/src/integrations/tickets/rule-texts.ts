import { ticketSeverities } from '@assay/contract/ticket-rule.ts'
import { germanSeverityNames } from '@assay/engine/severity-names.ts'
import { toWireSeverity } from '@assay/engine/vocabulary.ts'

const severities = Object.fromEntries(
  ticketSeverities.map((severity) => [severity, germanSeverityNames[toWireSeverity[severity]]]),
)

/** German texts of fields about tickets, which Jira and repositories name differently. */
export const germanTicketRule = (words: { oneFor: string; many: string; one: string }) => ({
  ticketsFor: {
    label: words.oneFor,
    hint: 'Ein Upgrade schließt alle Schwachstellen eines Pakets.',
    options: { upgrade: 'Jedes Upgrade', finding: 'Jede Schwachstelle' },
  },
  createsByRule: {
    label: `${words.many} automatisch anlegen`,
    hint: 'Nach jedem Scan des Hauptbranches. Sonst legen Mitglieder sie aus einem Bericht an.',
  },
  minSeverity: {
    label: 'Automatisch ab Schweregrad',
    hint: 'Bekannte Malware zählt immer.',
    options: severities,
  },
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
