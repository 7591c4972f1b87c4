import type { Translation } from '../../language/translation.ts'
import type { retention as english } from '../retention.ts'

export const retention: Translation<typeof english> = {
  times: {
    title: 'Fristen',
    lead: 'Tage, nach denen etwas nachts entfernt wird. Leer heißt: Es bleibt. Die Zahlen aller Zeiträume bleiben, wie sie sind: Was einzelne Scans gezählt haben, wird getrennt aufbewahrt.',
    groups: {
      scans: {
        title: 'Scans',
        hint: 'Von älteren Scans eines Branches bleibt der letzte jedes Tages, jeder Woche oder jedes Monats. Der erste und der letzte, die von Versionen und alle, bei denen eine Schwachstelle auftrat oder endete, bleiben.',
      },
      rest: {
        title: 'Alles andere',
        hint: 'Dokumente des letzten Scans eines Branches und von Versionen bleiben. Ohne Angabe bleiben Nachrichten 30 Tage, Läufe von Integrationen und Posteingänge 90 Tage.',
      },
    },
    fields: {
      scansDaily: 'Einer am Tag nach',
      scansWeekly: 'Einer in der Woche nach',
      scansMonthly: 'Einer im Monat nach',
      builds: 'Builds ohne eigenes Ergebnis',
      documents: 'Hochgeladene Dokumente',
      evidence: 'Belege beendeter Funde',
      findings: 'Beendete Funde',
      audit: 'Audit-Log',
      deliveries: 'Nachrichten und Läufe von Integrationen',
      inbox: 'Posteingänge',
    },
    check: 'Prüfen und speichern',
    saved: 'Aufbewahrung gespeichert',
  },
  preview: {
    title: 'Was entfernt wird',
    lead: 'Mit diesen Einstellungen entfernt der nächste Lauf Folgendes. Es lässt sich nicht wiederherstellen.',
    none: 'Mit diesen Einstellungen entfernt der nächste Lauf nichts.',
    kind: 'Art',
    count: 'Anzahl',
    size: 'Größe',
    kinds: {
      scans: 'Scans mit ihren Builds',
      builds: 'Builds ohne eigenes Ergebnis',
      documents: 'Hochgeladene Dokumente',
      evidence: 'Belege beendeter Funde',
      findings: 'Beendete Funde',
      audit: 'Ereignisse des Audit-Logs',
      deliveries: 'Nachrichten und Läufe von Integrationen',
      inbox: 'Nachrichten in Posteingängen',
    },
    save: 'Speichern',
  },
  holds: {
    title: 'Aufbewahrungspflichten',
    lead: 'Solange eine Pflicht besteht, wird von dem Projekt oder Konto nichts entfernt: weder durch Fristen noch durch Mitglieder.',
    none: 'Keine Aufbewahrungspflichten',
    columns: { what: 'Betrifft', reason: 'Grund', since: 'Seit', released: 'Aufgehoben' },
    account: 'Das ganze Konto',
    inForce: 'In Kraft',
    add: 'Neue Pflicht',
    project: 'Projekt',
    reason: 'Grund',
    place: 'Pflicht setzen',
    release: 'Aufheben',
    releaseOf: (reason) => `Pflicht aufheben: ${reason}`,
    releaseTitle: 'Diese Pflicht aufheben?',
    releaseText: 'Ab der nächsten Nacht gelten für das Betroffene wieder die Fristen.',
  },
}
