import { formatNumber, locale } from '../language/format.ts'

const names = new Intl.ListFormat(locale, { type: 'conjunction' })

/** Automatic sync of advisory feeds, on the Status page. */
export const feeds = {
  title: 'Sync',
  lead: {
    off: 'Automatic sync is off. Set ASSAY_ADVISORY_SOURCE, or import a folder or an archive: assay advisories sync --from path/to/osv',
    waiting: 'The advisories of an ecosystem are fetched after its first scan.',
    never: 'Waiting for the first sync',
    synced: 'Last synced',
    next: 'next',
  },
  queued: 'Sync queued',
  running: 'Sync in progress',
  rescanFollows: 'Advisories are being read. This project is scanned again as soon as they are.',
  count: (read: number, expected: number | null) =>
    expected === null ? formatNumber(read) : `${formatNumber(read)} of ${formatNumber(expected)}`,
  start: 'Sync now',
  failedToStart: 'Failed to start the sync.',
  failedToLoad: 'Failed to load the sync status.',
  forbidden: { title: 'You do not have permission to view the sync status' },
  failure: {
    title: (list: readonly string[]) => `Failed to sync ${names.format(list)}`,
    last: 'Last success',
    never: 'never',
    next: 'next attempt',
  },
} as const
