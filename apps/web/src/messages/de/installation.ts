import { formatBytes, formatNumber, locale } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { installation as english } from '../installation.ts'

const names = new Intl.ListFormat(locale, { type: 'conjunction' })

interface Found {
  names: readonly string[]
  count: number | null
}
const count = ({ count: number }: Found) => formatNumber(number ?? 0)
const list = ({ names: all }: Found) => names.format(all)

export const installation: Translation<typeof english> = {
  title: 'Installation',
  attention: 'Handlungsbedarf',
  fine: 'Es gibt nichts zu tun.',
  failed: 'Der Zustand der Installation konnte nicht geladen werden.',
  notMeasured: 'Noch nicht gemessen',
  problems: {
    diskLow: {
      title: (found) => `${count(found)} % der Festplatte sind frei`,
      advice:
        'Vergrößern Sie die Festplatte oder schaffen Sie Platz. Die eingebettete Datenbank hält an, wenn nichts mehr frei ist.',
    },
    noWorker: {
      title: () => 'Es läuft kein Worker',
      advice:
        'Starten Sie einen Prozess, dessen ASSAY_ROLES worker enthält. Uploads werden angenommen und warten; nichts geht verloren.',
    },
    jobsWaiting: {
      title: (found) => `Ein Job wartet seit ${count(found)} Minuten`,
      advice: 'Starten Sie einen weiteren Worker, oder sehen Sie in sein Protokoll, wenn einer läuft.',
    },
    connectionsUsed: {
      title: (found) => `${count(found)} % der Verbindungen der Datenbank sind belegt`,
      advice: 'Erhöhen Sie max_connections, betreiben Sie weniger Prozesse, oder setzen Sie PgBouncer davor.',
    },
    processLost: {
      title: (found) => `Ein Prozess endete, ohne sich abzumelden: ${list(found)}`,
      advice:
        'Sehen Sie in sein Protokoll und in das des Systems, ob ihm der Speicher ausging. Seine Arbeit übernehmen andere.',
    },
    versionsDiffer: {
      title: (found) => `Prozesse haben verschiedene Versionen: ${list(found)}`,
      advice:
        'Schließen Sie die Aktualisierung ab. Währenddessen laufen benachbarte Versionen nebeneinander.',
    },
    eventsLate: {
      title: (found) => `Ereignisse warten seit ${count(found)} Minuten: ${list(found)}`,
      advice: 'Ein Worker muss laufen; sein Protokoll sagt, woran die Verarbeitung scheitert.',
    },
    transactionLong: {
      title: (found) => `Eine Transaktion ist seit ${count(found)} Minuten offen`,
      advice: 'pg_stat_activity zeigt, wessen sie ist. Die von Assay enden nach zehn Minuten.',
    },
    backupFailed: {
      title: () => 'Die letzte Sicherung ist fehlgeschlagen',
      advice: 'Der Grund steht unten. Beheben Sie ihn und führen Sie dann assay-server backup aus.',
    },
    backupOld: {
      title: ({ count: days }) =>
        days === null
          ? 'Es wurde noch keine Sicherung erstellt'
          : days === 1
            ? 'Die letzte Sicherung ist über einen Tag alt'
            : `Die letzte Sicherung ist ${formatNumber(days)} Tage alt`,
      advice:
        'Führen Sie assay-server backup aus. Schlägt es wieder fehl, steht der Grund auf der Seite Jobs.',
    },
    backupMissing: {
      title: () => 'Es gibt keine Sicherungen',
      advice:
        'Setzen Sie ASSAY_BACKUP_TO auf einen Ordner oder Bucket einer anderen Maschine, oder sichern Sie die Datenbank selbst.',
    },
    feedsFailing: {
      title: (found) => `Feeds sind nicht lesbar: ${list(found)}`,
      advice:
        'Der Grund steht oben beim Feed. Prüfen Sie Proxy und Spiegel; ohne Internetzugang importieren Sie ein Archiv.',
    },
    jobsFailed: {
      title: (found) =>
        found.count === 1
          ? '1 Job ist endgültig fehlgeschlagen'
          : `${count(found)} Jobs sind endgültig fehlgeschlagen`,
      advice:
        'Die Seite Jobs nennt jeweils den Grund. Beheben Sie ihn und lassen Sie die Jobs erneut ausführen.',
    },
    diskForecast: {
      title: ({ count: days }) =>
        days === 1
          ? 'Die Festplatte wird in 1 Tag voll sein'
          : `Die Festplatte wird in ${formatNumber(days ?? 0)} Tagen voll sein`,
      advice: 'Vergrößern Sie die Festplatte, oder bewahren Sie Daten kürzer auf.',
    },
  },
  processes: {
    title: 'Prozesse',
    columns: {
      host: 'Host',
      version: 'Version',
      roles: 'Rollen',
      started: 'Gestartet',
      seen: 'Zuletzt gesehen',
    },
    lost: 'Verloren',
    none: 'Noch hat sich kein Prozess gemeldet.',
  },
  database: {
    title: 'Datenbank und Festplatte',
    columns: { name: 'Was', value: 'Stand' },
    size: 'Größe der Datenbank',
    growth: 'Wachstum am Tag',
    disk: 'Frei auf der Festplatte des Datenordners',
    diskOf: (free, total) => `${formatBytes(free)} von ${formatBytes(total)}`,
    full: 'Voll bei diesem Wachstum',
    daysLeft: (days) => (days === 1 ? 'in 1 Tag' : `in ${formatNumber(days)} Tagen`),
    notForecast: 'Keine Vorhersage: Die Datenbank wächst nicht oder liegt anderswo',
    connections: 'Verbindungen',
    connectionsOf: (used, most) => `${formatNumber(used)} von ${formatNumber(most)}`,
    backup: 'Letzte Sicherung',
    backupFailed: (reason) => `Der letzte Versuch ist fehlgeschlagen: ${reason}`,
    noBackup: 'Keine',
    events: 'Ältestes unverarbeitetes Ereignis',
    noEvents: 'Keines',
    age: (seconds) =>
      seconds < 120
        ? `${formatNumber(Math.round(seconds))} s`
        : `${formatNumber(Math.round(seconds / 60))} min`,
  },
  tables: {
    title: 'Größte Tabellen',
    columns: { name: 'Tabelle', size: 'Größe mit Indizes', rows: 'Zeilen (geschätzt)' },
  },
  statements: {
    title: 'Langsamste Anweisungen',
    lead: 'Anweisungen der Datenbank, die insgesamt am meisten Zeit brauchten',
    absent:
      'Nicht gemessen: Der Datenbank fehlt die Erweiterung pg_stat_statements, oder Assay darf sie nicht lesen.',
    none: 'Noch keine.',
    columns: { text: 'Anweisung', calls: 'Aufrufe', mean: 'Mittel', total: 'Summe' },
    ms: (ms) => `${formatNumber(Math.round(ms * 10) / 10)} ms`,
    total: (ms) => `${formatNumber(Math.round(ms / 1000))} s`,
  },
}
