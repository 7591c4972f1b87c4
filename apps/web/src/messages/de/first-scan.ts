import { formatNumber } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { firstScan as english } from '../first-scan.ts'

export const firstScan: Translation<typeof english> = {
  lead: 'Ersten Scan starten',
  file: {
    title: 'Dateien hier ablegen',
    explanation: 'Lockfiles, Manifeste oder SBOMs (CycloneDX, SPDX), irgendwo auf dieser Seite.',
    choose: 'Dateien wählen',
    notAllowed: 'Ihre Rolle darf Scans sehen, aber nicht starten.',
  },
  command: {
    title: 'Befehl ausführen',
    explanation: 'Scannt einen lokalen Ordner. Braucht Node 20 oder neuer.',
    make: 'Befehl erzeugen',
    making: 'Wird erzeugt …',
    tokenName: 'Erster Scan',
    command: (url, token) =>
      `curl -fsSLO ${url}/api/v1/cli/assay.cjs && ASSAY_URL=${url} ASSAY_TOKEN=${token} node assay.cjs scan path/to/project`,
    label: 'Scan-Befehl mit Token',
    once: 'Das Token wird nur einmal angezeigt. Diese Seite aktualisiert sich, sobald der Scan fertig ist.',
    copy: 'Kopieren',
    copied: 'Kopiert',
  },
  repository: {
    title: 'Repository verbinden',
    explanation: 'Scannt jeden Branch und Pull Request von GitHub, GitLab, Bitbucket und anderen.',
    connect: 'Verbinden',
    notAllowed: 'Nur die Administration kann Repositorys verbinden.',
  },
  checklist: {
    title: 'Einrichtung',
    done: (done, all) => `${done} von ${all} Schritten erledigt`,
    isDone: 'Erledigt',
    isOpen: 'Offen',
    steps: {
      advisories: 'Advisories synchronisieren',
      project: 'Ein erstes Projekt scannen',
      token: 'Ein Token für CI erstellen',
      team: 'Ein Team anlegen',
      notifications: 'E-Mail, Slack oder einen anderen Kanal verbinden',
      signOn: 'Single Sign-on einrichten',
    },
    demo: {
      ofOperator: 'Ein Jahr Demodaten zeigt ein eigenes Konto dafür: Legen Sie es an und laden Sie sie dort.',
      ofOthers: 'Ein Jahr Demodaten zeigt ein eigenes Konto dafür: Fragen Sie den Betreiber danach.',
      open: 'Demokonto anlegen',
    },
  },
  demo: {
    title: 'Demodaten erkunden',
    explanation: '40 Beispielprojekte mit einem Jahr Scan-Verlauf. Dauert etwa 30 Sekunden.',
    load: 'Demodaten laden',
    loading: 'Demodaten werden geladen …',
    progress: (done, all) => `${done} von ${all} Scans`,
    failed: 'Die Demodaten konnten nicht geladen werden. Näheres steht im Log des Servers.',
    notAllowed: 'Nur Administratoren können Demodaten laden.',
  },
  dialog: {
    titleOf: (count) => (count === 1 ? 'Eine Datei scannen' : `${count} Dateien scannen`),
    project: 'Projekt',
    branch: 'Branch',
    separate: 'Ein Projekt für jede Datei',
    projects: 'Projekte',
    scanned: (done, all) => `${done} von ${all} gescannt`,
    fileSteps: {
      waiting: 'Wartet',
      scanning: 'Wird gescannt …',
      success: 'Gescannt',
      failed: 'Scan fehlgeschlagen',
    },
    scan: 'Scannen',
    cancel: 'Abbrechen',
    close: 'Schließen',
    again: 'Erneut versuchen',
    steps: {
      uploading: 'Wird hochgeladen …',
      preparing: 'Hochgeladen',
      queued: 'Warten auf einen Worker …',
      scanning: 'Wird gescannt …',
      success: 'Gescannt',
      failed: 'Scan fehlgeschlagen',
    },
    scores: { security: 'Sicherheit', stability: 'Stabilität', licensing: 'Lizenzen' },
    against: {
      nothing: 'Für dieses Inventar gibt es keine Advisory-Daten.',
      data: (name, advisories, newest) =>
        `Geprüft gegen ${formatNumber(advisories)} ${advisories === 1 ? 'Advisory' : 'Advisorys'} für ${name}` +
        `${newest === null ? '' : `, das neueste vom ${newest}`}.`,
      states: {
        starter: 'Nur der Grundbestand: die meisten Schwachstellen fehlen.',
        outdated: 'Veraltet: möglicherweise fehlen Schwachstellen.',
      },
    },
    open: 'Bericht öffnen',
    issues: (count) => `${count} ${count === 1 ? 'Problem' : 'Probleme'} beim Lesen`,
    lost: 'Verbindung verloren. Der Scan läuft weiter, das Ergebnis erscheint auf dem Dashboard.',
  },
}
