import { formatNumber, locale } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { serverStatus as english } from '../server-status.ts'

const names = new Intl.ListFormat(locale, { type: 'conjunction' })

export const serverStatus: Translation<typeof english> = {
  services: {
    title: 'Server',
    lead: 'Zustand der Komponenten dieses Servers',
    names: {
      database: 'Datenbank',
      queue: 'Worker',
      advisories: 'Advisory-Synchronisierung',
      mail: 'E-Mail',
    },
    states: { ok: 'Funktioniert', off: 'Nicht eingerichtet', failing: 'Gestört' },
    checking: 'Wird geprüft …',
    license: (name, spdxId) => `${name} ist freie Software (${spdxId}). Ein Lizenzschlüssel ist nicht nötig.`,
    registries: (list) =>
      `Komponenten dieser Ökosysteme sind mit ihrer Seite in der Registry verlinkt: ${names.format(list)}.`,
    columns: { service: 'Dienst', state: 'Status' },
  },
  advisories: {
    title: 'Neue Advisories',
    failed: 'Die Advisory-Statistik konnte nicht geladen werden.',
    forbidden: {
      title: 'Keine Berechtigung, diese Statistik zu sehen',
      hint: 'Zugriff gewährt die Administration.',
    },
    lead: (isNew, total, exploited) =>
      `${formatNumber(isNew)} in den letzten 30 Tagen veröffentlicht, ${formatNumber(total)} insgesamt, ${formatNumber(exploited)} bekanntermaßen ausgenutzt.`,
    columns: { day: 'Veröffentlicht', total: 'Advisories', ecosystems: 'Ökosysteme' },
    ecosystem: (name, advisories) => `${name} ${formatNumber(advisories)}`,
    more: 'Alle 30 Tage anzeigen',
    less: '7 Tage anzeigen',
  },
  releases: {
    title: 'Releases',
    lead: 'Quellen der Paket-Releases und wie viele der verwendeten Pakete bekannt sind',
    off: 'Der Server fragt keine Releases ab (ASSAY_RELEASES).',
    empty: 'Releases werden nach dem ersten Scan abgefragt.',
    failed: 'Der Stand der Releases konnte nicht geladen werden.',
    sources: {
      title: 'Quellen der Releases',
      columns: {
        source: 'Quelle',
        state: 'Status',
        packages: 'Pakete',
        succeeded: 'Zuletzt erfolgreich',
        error: 'Letzter Fehler',
      },
      states: { ok: 'Funktioniert', failing: 'Gestört', waiting: 'Noch nicht abgefragt' },
      never: 'Nie',
      resumes: 'Nächster Versuch',
    },
    packages: {
      title: 'Verwendete Pakete',
      columns: {
        ecosystem: 'Ökosystem',
        known: 'Bekannt',
        waiting: 'Ausstehend',
        absent: 'Nicht gefunden',
        failed: 'Fehlgeschlagen',
      },
    },
  },
  network: {
    title: 'Netzwerk',
    lead: 'Externe Dienste in den Einstellungen',
    start: 'Verbindungen prüfen',
    running: 'Wird geprüft …',
    failed: 'Die Prüfung ist fehlgeschlagen.',
    none: 'Es sind keine externen Dienste eingerichtet.',
    done: (reachable, all) => `${reachable} von ${all} Diensten sind erreichbar.`,
    columns: { service: 'Dienst', address: 'Adresse', state: 'Status', latency: 'Antwortzeit' },
    reachable: 'Erreichbar',
    answered: (status) => `Erreichbar, HTTP ${status}`,
    unreachable: 'Nicht erreichbar',
    latency: (ms) => `${formatNumber(ms)} ms`,
  },
}
