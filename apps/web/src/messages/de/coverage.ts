import { formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { coverage as english } from '../coverage.ts'

export const coverage: Translation<typeof english> = {
  checked: (checked, listed) => `${formatNumber(checked)} von ${plural(listed, 'Paket', 'Paketen')} geprüft`,
  notMeasured: 'Nicht gemessen',
  whyNot: {
    security: 'Kein Paket konnte mit aktuellen Advisories verglichen werden.',
    stability: 'Es sind keine Releases dieser Pakete bekannt.',
    licensing: 'Es ist keine Lizenz dieser Pakete bekannt.',
  },
  blocked: (count) =>
    `Schwachstellen könnten fehlen: ${plural(count, 'Lücke', 'Lücken')} des Scans ${count === 1 ? 'kann' : 'können'} eine verbergen. Der Tab „Inventar“ nennt, was nicht geprüft wurde und warum.`,
  less: 'Deckt weniger ab als zuvor.',
  lessHint:
    'Ein früherer Scan dieses Branches hat mehr Pakete geprüft, daher sind die Werte nicht vergleichbar. Sie fehlen in Durchschnitten und Ranglisten.',
  gaps: {
    title: 'Nicht geprüft',
    none: 'Alle Pakete wurden geprüft.',
    columns: { what: 'Paket oder Datei', why: 'Grund', action: 'Was zu tun ist', accept: 'Akzeptieren' },
    development: 'Entwicklung',
    more: (count) => `${plural(count, 'weitere Lücke', 'weitere Lücken')} nicht aufgeführt`,
    accepted: 'Akzeptiert',
    accept: 'Akzeptieren …',
    acceptOf: (name) => `Akzeptieren, dass ${name} nicht geprüft wird`,
  },
  reasons: {
    'own-module': 'Teil des Projekts selbst',
    'source-git': 'Aus einem Git-Repository',
    'source-folder': 'Aus einem Ordner',
    'source-file': 'Aus einer Datei oder von einer Adresse',
    'source-private': 'Aus einer privaten Registry',
    'action-commit': 'Auf einen Commit festgelegt',
    'purl-missing': 'Ohne Package-URL',
    'ecosystem-unsupported': 'Aus einem Ökosystem ohne Advisories',
    'version-missing': 'Ohne Version',
    'version-unreadable': 'Mit einer Version, die sich nicht vergleichen lässt',
    'release-missing': 'Aus einer unbekannten Version der Distribution',
    'advisories-missing': 'Ohne Advisory-Daten',
    'advisories-outdated': 'Mit veralteten Advisory-Daten',
    'lockfile-missing': 'Ohne Lockfile',
    'transitive-unlisted': 'Ohne transitive Pakete',
    'file-unsupported': 'In einem Format, das nicht gelesen wird',
    'file-unread': 'Konnte nicht gelesen werden',
  },
  actions: {
    'action-commit': 'Die vollständige Version in einem Kommentar hinter den Commit schreiben.',
    'purl-missing': 'Das Werkzeug, das das Dokument schreibt, Package-URLs ergänzen lassen.',
    'ecosystem-unsupported': 'Mit einem Werkzeug prüfen, das das Ökosystem kennt, und die Lücke akzeptieren.',
    'version-missing': 'Die Version festlegen oder das Lockfile scannen.',
    'version-unreadable': 'Die installierte Version statt eines Bereichs oder Tags angeben.',
    'release-missing':
      'Das Werkzeug, das das Dokument schreibt, in den Package-URLs die Angabe distro ergänzen lassen.',
    'advisories-missing': 'Die Advisories des Ökosystems synchronisieren.',
    'advisories-outdated': 'Die Advisories des Ökosystems synchronisieren.',
    'lockfile-missing': 'Das Lockfile anlegen und mit dem Manifest scannen.',
    'transitive-unlisted': 'Ein Lockfile oder eine SBOM scannen, die sie enthält.',
    'file-unsupported': 'Stattdessen ein Lockfile oder eine SBOM davon scannen.',
    'file-unread': 'Die Datei reparieren oder weglassen.',
  },
  accept: {
    title: (name) => `Akzeptieren, dass ${name} nicht geprüft wird`,
    lead: 'Die Lücke bleibt aufgeführt und verhindert „Vorgaben erfüllt“ nicht mehr. Die betroffenen Branches werden erneut gescannt.',
    reason: 'Begründung',
    where: 'Geltungsbereich',
    reaches: {
      project: { label: 'Dieses Projekt', hint: 'Alle Branches' },
      account: { label: 'Alle Projekte', hint: 'Jedes Projekt des Kontos' },
    },
    until: 'Läuft ab am',
    untilHint: 'Leer lassen, wenn sie nicht abläuft (UTC)',
    submit: 'Akzeptieren',
    cancel: 'Abbrechen',
    done: (name) => `${name} akzeptiert. Erneuter Scan läuft …`,
    notAllowed: 'Sie dürfen keine Lücken akzeptieren',
  },
  list: {
    title: 'Akzeptierte Lücken der Abdeckung',
    lead: 'Pakete und Dateien, die nicht geprüft werden müssen. Akzeptieren Sie sie im Tab „Inventar“ eines Berichts.',
    none: 'Keine akzeptierten Lücken.',
    remove: 'Entfernen',
    removeOf: (name) => `Akzeptanz von ${name} entfernen`,
    removed: (name) => `Akzeptanz von ${name} entfernt. Erneuter Scan läuft …`,
  },
  strictness: {
    title: 'Abdeckung',
    lead: 'Welche nicht geprüften Pakete und Dateien „Vorgaben erfüllt“ verhindern. Gilt ab dem nächsten Scan.',
    options: {
      any: { label: 'Alle', hint: 'Auch solche, die nur Tests und Entwicklung verwenden.' },
      production: {
        label: 'Nur im Betrieb',
        hint: 'Was nur die Entwicklung verwendet, wird aufgeführt.',
      },
      off: { label: 'Keine', hint: 'Was nicht geprüft wurde, wird aufgeführt und verhindert nichts.' },
    },
    changed: 'Einstellung zur Abdeckung geändert. Sie gilt ab dem nächsten Scan.',
  },
}
