import type { Translation } from '../../language/translation.ts'
import type { site as english } from '../site.ts'

export const site: Translation<typeof english> = {
  notFound: { title: 'Seite nicht gefunden', back: 'Zurück zum Dashboard' },
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
        'Sie bleiben in Ihrer eigenen Datenbank. In der Voreinstellung lädt Assay öffentliche Advisory-Feeds und fragt bei deps.dev anhand der Paketnamen nach Releases; der Betreiber kann beides abschalten. Andere Systeme spricht Assay nur an, wenn Sie sie einrichten, etwa E-Mail, Single Sign-on oder Integrationen.',
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
        'Was messen die „Tage bis zum Fix“?',
        'Die Tage vom ersten Scan, der die Schwachstelle fand, oder von ihrer Veröffentlichung, falls sie später war, bis zum ersten Scan ohne sie.',
      ],
      [
        'Was tun, wenn ein Befund auf uns nicht zutrifft?',
        'Schließen Sie ihn im Bericht aus, für ein Projekt oder alle, und nennen Sie einen Grund. Er bleibt aufgeführt, zählt aber ab dem nächsten Scan nicht mehr. Eine VEX-Aussage im Inventar hat für dieses Inventar dieselbe Wirkung.',
      ],
      [
        'Warum wird eine Komponente nicht geprüft?',
        'Sie hat keine Package-URL, oder für ihr Ökosystem gibt es keine Advisory-Daten. Der Bericht führt sie so auf.',
      ],
      [
        'Funktioniert Assay in der CI auch ohne Server?',
        'Ja. assay scan --offline scannt einen Ordner mit einem lokalen Index, und der Exit-Code zeigt, welcher Score unter seinem Mindestwert liegt.',
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
        'Personenbezogene Daten',
        'Ihr Name und Ihre E-Mail-Adresse, der Hash Ihres Passworts, Ihre Telefonnummer, falls Sie SMS verwenden, IP-Adresse und Browser jeder Sitzung, die Sprache Ihres Browsers, sofern Sie keine wählen, sowie Ihre Aktionen im Audit-Log Ihres Kontos.',
      ],
      ['Projektdaten', 'Hochgeladene Inventare und die Ergebnisse der Scans.'],
      [
        'Cookies',
        'Ein Cookie hält Sie angemeldet. Single Sign-on setzt während der Anmeldung ein weiteres, eine gewählte Sprache ein drittes. Zugriffstoken, Farbschema und die Einstellung der Tastenkürzel liegen im lokalen Speicher des Browsers.',
      ],
      ['Dritte', 'Von anderen Websites werden keine Inhalte geladen.'],
    ],
  },
}
