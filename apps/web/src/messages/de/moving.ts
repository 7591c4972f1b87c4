import { plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { moving as english } from '../moving.ts'

export const moving: Translation<typeof english> = {
  versions: 'Versionen der Clients',
  versionsLead:
    'Was eine Projektversion hier ist, die ein Client von Dependency-Track hochlädt. Gilt für künftige Uploads; isLatest ist in jedem Fall der Standard-Branch.',
  asBranch: 'Ein Branch',
  asBranchHint: 'Jede Version ist ein Branch ihres Projekts.',
  asVersion: 'Ein Branch und eine veröffentlichte Version',
  asVersionHint:
    'Jede Version wird auch veröffentlicht: Sie steht bei den Versionen ihres Projekts, mit dem Ende der Unterstützung.',
  preview: (branches, projects) =>
    `Bisher ${plural(branches, 'Branch', 'Branches')} in ${plural(projects, 'Projekt', 'Projekten')}`,
  previewTitle: 'Vorschau',
  project: 'Projekt',
  main: 'Standard-Branch',
  others: 'Andere Branches',
  becomes: 'Veröffentlicht als',
  none: 'Noch hat kein Projekt mehrere Branches.',
  comparison: 'Vergleich mit Dependency-Track',
  comparisonLead:
    'Was die Webhooks eines noch laufenden Dependency-Track von seinen Befunden melden, und was hier gefunden wird. Webhooks melden nur, was neu ist, seit die Benachrichtigung angelegt wurde.',
  version: 'Projektversion',
  both: 'Beide',
  onlyThere: 'Nur dort',
  onlyHere: 'Nur hier',
  told: 'Zuletzt gemeldet',
  nothing: 'Noch wurde nichts gemeldet: Legen Sie den Webhook an, wie es die Anleitung beschreibt.',
  differences: (count) => `Unterschiede: ${count}`,
  where: { 'dependency-track': 'Nur dort', assay: 'Nur hier' },
  reasons: {
    'suppressed-there': 'dort unterdrückt',
    'retracted-there': 'dort zurückgezogen',
    'not-told-there': 'nicht gemeldet, oder dort schon vor der Benachrichtigung gefunden',
    'not-scanned-here': 'die Version wurde hier nicht gescannt',
    'excluded-here': 'hier ausgeschlossen',
    'component-missing': 'die Komponente ist hier nicht im Inventar',
    'advisory-unknown': 'das Advisory ist hier nicht bekannt',
    'not-affected': 'das Advisory betrifft diese Version hier nicht',
  },
  more: 'Mehr anzeigen',
}
