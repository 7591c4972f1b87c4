import { ownProperty } from '@assay/engine/own-property.ts'
import { formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { jobName as englishName, jobs as english } from '../jobs.ts'

const counted = (count: number) => plural(count, 'Job', 'Jobs')

export const jobs: Translation<typeof english> = {
  title: 'Jobs',
  lead: 'Hintergrundjobs aller Konten',
  link: 'Fehlgeschlagene Jobs anzeigen',
  failedToLoad: 'Die Jobs konnten nicht geladen werden.',
  forbidden: {
    title: 'Keine Berechtigung, Jobs zu sehen',
    hint: 'Jobs sind für Administratoren des Betreiberkontos sichtbar.',
  },
  queues: {
    title: 'Warteschlangen',
    columns: {
      name: 'Job',
      priority: 'Priorität',
      queued: 'Wartend',
      running: 'Laufend',
      oldest: 'Ältester wartender',
      failed: 'Fehlgeschlagen',
      schedule: 'Zeitplan (UTC)',
    },
    priorities: { interactive: 'Interaktiv', rescan: 'Erneuter Scan', refresh: 'Aktualisierung' },
    none: 'Keine wartenden, laufenden oder fehlgeschlagenen Jobs',
    idle: (count) => plural(count, 'leere Warteschlange', 'leere Warteschlangen'),
    schedules: {
      minutes: (count) => (count === 1 ? 'Jede Minute' : `Alle ${formatNumber(count)} Minuten`),
      daily: (time) => `Täglich um ${time}`,
    },
  },
  failed: {
    title: 'Fehlgeschlagene Jobs',
    count: (count) => `${counted(count)} fehlgeschlagen`,
    filter: 'Job',
    all: 'Alle Jobs',
    empty: {
      title: 'Keine fehlgeschlagenen Jobs',
      hint: 'Hier stehen Jobs, bei denen jeder Versuch fehlgeschlagen ist.',
    },
    columns: {
      job: 'Job',
      reason: 'Grund',
      attempts: 'Versuche',
      failedAt: 'Fehlgeschlagen',
      actions: 'Aktionen',
    },
    details: 'Nutzdaten',
    retry: 'Wiederholen',
    dismiss: 'Verwerfen',
    retryAll: 'Alle wiederholen',
    dismissAll: 'Alle verwerfen',
    newest: 'Neueste',
    older: 'Ältere',
    pages: 'Seiten der fehlgeschlagenen Jobs',
  },
  confirm: {
    title: 'Fehlgeschlagene Jobs verwerfen?',
    text: (count) =>
      `${counted(count)} ${count === 1 ? 'wird' : 'werden'} aus der Liste entfernt und nicht mehr wiederholt.`,
    cancel: 'Abbrechen',
  },
  retried: (count) => `${counted(count)} erneut eingereiht`,
  kept: (count) =>
    `${counted(count)} ${count === 1 ? 'kann' : 'können'} von dieser Version nicht wiederholt werden`,
  dismissed: (count) => `${counted(count)} verworfen`,
  kinds: {
    'scan-build': 'Scan',
    'scan-large-build': 'Scan (groß)',
    'rescan-branches': 'Erneuter Scan betroffener Branches',
    'sync-advisories': 'Advisory-Synchronisierung',
    'pull-repository': 'Abruf eines Repositorys',
    'check-image': 'Prüfung eines beobachteten Images',
    'plan-image-checks': 'Planung der Prüfungen von Images',
    'load-demo': 'Demodaten',
    'delete-project': 'Löschen eines Projekts',
    'send-email': 'E-Mail',
    'forgot-password': 'Zurücksetzen eines Passworts',
    'verify-address': 'Bestätigung einer Adresse',
    'handle-event': 'Ereignis',
    'write-export': 'Berichtsdateien',
    'plan-reports': 'Geplante Berichte',
    'remove-expired-exports': 'Entfernen abgelaufener Berichte',
    'remove-old-events': 'Entfernen alter Ereignisse',
    'import-knowledge': 'Import von Advisories und Releases',
    'plan-syncs': 'Planung der Advisory-Synchronisierung',
    'read-vex-again': 'Lesen gespeicherter VEX-Dokumente nach einem Upgrade',
    'rescan-vex-subjects': 'Erneuter Scan nach VEX-Änderungen',
    'rescan-overridden': 'Erneuter Scan nach geänderten Lizenzangaben',
    'rescan-expired-gaps': 'Neuer Scan nach Ablauf akzeptierter Lücken',
    'reevaluate-infrastructure': 'Änderungen an Infrastrukturrichtlinien',
    'record-packages-in-use': 'Liste der verwendeten Pakete',
    'record-all-packages-in-use': 'Liste der verwendeten Pakete (alle Projekte)',
    'apply-package-registry': 'Änderungen an Paket-Registrys',
    'fetch-releases': 'Abfrage von Releases',
    'deliver-to-integration': 'Zustellung an eine Integration',
    'run-integrations': 'Planung der Integrationen',
    'back-up': 'Sicherung',
    'reseal-secrets': 'Neuverschlüsselung nach Schlüsselwechsel',
    'ship-audit-events': 'Versand des Audit-Logs',
    'send-sms': 'SMS',
    'deliver-notification': 'Zustellung von Benachrichtigungen',
    'run-notifications': 'Geplante Benachrichtigungen',
    'send-reminders': 'Erinnerungen',
    'remove-old-notifications': 'Entfernen alter Benachrichtigungen',
    'end-overdue-answers': 'Unterbrochene Antworten des Assistenten',
  },
}

export const jobName: typeof englishName = (kind) => ownProperty(jobs.kinds, kind) ?? kind
