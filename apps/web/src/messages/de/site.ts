import type { Translation } from '../../language/translation.ts'
import type { site as english } from '../site.ts'

export const site: Translation<typeof english> = {
  plans: {
    title: 'FAQ',
    body: 'Assay ist kostenlos. Jede Installation enthält alle Funktionen.',
    questions: [
      [
        'Was kostet Assay?',
        'Nichts. Sie betreiben es auf eigenen Rechnern; lizenziert ist es unter Apache-2.0.',
      ],
      [
        'Wohin gehen meine Daten?',
        'Sie bleiben in Ihrer eigenen Datenbank. Andere Systeme spricht Assay nur an, wenn Sie es so einrichten: E-Mail, SMS, Single Sign-on, Advisory-Quellen.',
      ],
      [
        'Wie aktuell sind die Befunde?',
        'So aktuell wie die Advisory-Daten; ihr Alter steht auf der Statusseite. Nach jeder Synchronisierung werden betroffene Projekte erneut gescannt, ein Projekt kann also ohne eigene Änderung neue Befunde erhalten.',
      ],
      [
        'Wie wird der Security-Score berechnet?',
        'Er beginnt bei 100. Jede offene Schwachstelle zieht das Fünffache ihres CVSS-Scores ab, oder 25, 20, 10 oder 5 Punkte nach Schweregrad. Bei der abgestuften Formel kostet jede Verdopplung dieser Punkte etwa 10. Ausgeschlossene Befunde ziehen nichts ab.',
      ],
      [
        'Was gilt als behoben?',
        'Schwachstellen, die durch ein Upgrade auf eine nicht betroffene Version oder durch Entfernen des Pakets verschwunden sind. Upgrades auf eine andere betroffene Version, Ausnahmen und zurückgezogene Advisories zählen nicht.',
      ],
      [
        'Was messen die „Tage bis Fix“?',
        'Die Tage vom ersten Scan, der die Schwachstelle fand, oder von ihrer Veröffentlichung, falls sie später war, bis zum ersten Scan ohne sie.',
      ],
      [
        'Ein Befund trifft auf uns nicht zu. Was tun?',
        'Ihn im Bericht ausschließen, für ein Projekt oder alle, mit einem Grund. Er bleibt aufgeführt, zählt aber ab dem nächsten Scan nicht mehr. Eine VEX-Aussage im Inventar wirkt für dieses Inventar ebenso.',
      ],
      [
        'Warum wird eine Komponente nicht geprüft?',
        'Sie hat keine Package-URL, oder für ihr Ökosystem gibt es keine Advisory-Daten. Der Bericht führt sie so auf.',
      ],
      [
        'Geht das in der CI auch ohne Server?',
        'Ja. assay scan --offline scannt einen Ordner mit einem lokalen Index, und der Exit-Code sagt, welcher Score unter seinem Mindestwert liegt.',
      ],
      [
        'Wer kann meine Projekte sehen?',
        'Mitglieder Ihres Kontos. Mitglieder mit einer Teamrolle sehen nur Projekte ihrer Teams.',
      ],
    ],
  },
  terms: {
    title: 'Nutzungsbedingungen',
    body: 'Assay ist Open Source unter der Apache License 2.0 und kommt ohne Gewährleistung. Der Betreiber dieser Installation kann weitere Bedingungen haben.',
    questions: [],
  },
  privacy: {
    title: 'Datenschutz',
    body: 'Der Betreiber dieser Installation entscheidet, wer auf ihre Daten zugreifen kann und wie lange sie aufbewahrt werden.',
    questions: [
      [
        'Persönliche Daten',
        'Ihr Name und Ihre E-Mail-Adresse, der Hash Ihres Passworts, Ihre Telefonnummer, falls Sie SMS verwenden, IP-Adresse und Browser jeder Sitzung und Ihre Handlungen im Audit-Log Ihres Kontos.',
      ],
      ['Projektdaten', 'Hochgeladene Inventare und die Ergebnisse der Scans.'],
      [
        'Cookies',
        'Ein Cookie hält Sie angemeldet. Single Sign-on setzt während der Anmeldung ein weiteres, eine gewählte Sprache ein drittes. Zugriffstoken, Farbschema und die Einstellung der Tastenkürzel liegen im lokalen Speicher des Browsers.',
      ],
      ['Dritte', 'Von anderen Seiten wird nichts geladen.'],
    ],
  },
}
