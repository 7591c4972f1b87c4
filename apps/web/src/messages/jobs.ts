import { formatNumber } from '../language/format.ts'

const counted = (count: number) => (count === 1 ? '1 job' : `${formatNumber(count)} jobs`)

/** Jobs page. */
export const jobs = {
  title: 'Jobs',
  lead: 'Background jobs of all accounts',
  link: 'Show failed jobs',
  failedToLoad: 'Failed to load jobs.',
  forbidden: {
    title: 'You do not have permission to view jobs',
    hint: 'Only administrators of the operator’s account can view jobs.',
  },
  queues: {
    title: 'Queues',
    columns: {
      name: 'Job',
      priority: 'Priority',
      queued: 'Queued',
      running: 'Running',
      oldest: 'Oldest queued',
      failed: 'Failed',
      schedule: 'Schedule (UTC)',
    },
    priorities: { interactive: 'Interactive', rescan: 'Rescan', refresh: 'Refresh' },
  },
  failed: {
    title: 'Failed jobs',
    count: (count: number) => `${counted(count)} failed`,
    filter: 'Job',
    all: 'All jobs',
    empty: { title: 'No failed jobs', hint: 'Jobs that fail on every attempt are listed here.' },
    columns: { job: 'Job', reason: 'Reason', attempts: 'Attempts', failedAt: 'Failed', actions: 'Actions' },
    details: 'Payload',
    retry: 'Retry',
    dismiss: 'Dismiss',
    retryAll: 'Retry all',
    dismissAll: 'Dismiss all',
    newest: 'Newest',
    older: 'Older',
    pages: 'Pages of failed jobs',
  },
  confirm: {
    title: 'Dismiss failed jobs?',
    text: (count: number) => `${counted(count)} will be removed from the list and cannot be retried.`,
    cancel: 'Cancel',
  },
  retried: (count: number) => `${counted(count)} queued again`,
  kept: (count: number) => `${counted(count)} cannot be retried by this version`,
  dismissed: (count: number) => `${counted(count)} dismissed`,
  /** Display names of job kinds. */
  kinds: {
    'scan-build': 'Scan',
    'scan-large-build': 'Scan (large)',
    'rescan-branches': 'Rescan of affected branches',
    'sync-advisories': 'Advisory sync',
    'pull-repository': 'Repository fetch',
    'load-demo': 'Demo data',
    'delete-project': 'Project deletion',
    'send-email': 'Email',
    'forgot-password': 'Password reset',
    'verify-address': 'Address verification',
    'handle-event': 'Event',
    'write-export': 'Report files',
    'plan-reports': 'Scheduled reports',
    'remove-expired-exports': 'Expired report cleanup',
    'remove-old-events': 'Event cleanup',
    'import-knowledge': 'Import of advisory and release data',
    'plan-syncs': 'Scheduling of advisory syncs',
    'rescan-vex-subjects': 'Rescan after VEX changes',
    'rescan-overridden': 'Rescan after license overrides',
    'reevaluate-infrastructure': 'Infrastructure policy changes',
    'record-packages-in-use': 'List of packages in use',
    'record-all-packages-in-use': 'List of packages in use (all projects)',
    'apply-package-registry': 'Package registry changes',
    'fetch-releases': 'Release lookup',
    'deliver-to-integration': 'Delivery to an integration',
    'run-integrations': 'Scheduling of integrations',
    'send-sms': 'Text message',
    'deliver-notification': 'Notification delivery',
    'run-notifications': 'Scheduled notifications',
    'send-reminders': 'Reminders',
    'remove-old-notifications': 'Notification cleanup',
  } as Record<string, string>,
} as const

export const jobName = (kind: string): string =>
  Object.hasOwn(jobs.kinds, kind) ? (jobs.kinds[kind] ?? kind) : kind
