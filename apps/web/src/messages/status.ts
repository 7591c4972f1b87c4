/** Status page: advisory data and queue. */
export const status = {
  title: 'Status',
  lead: 'Advisory data used for scans',
  columns: {
    name: 'Ecosystem',
    advisories: 'Advisories',
    newest: 'Newest record',
    synced: 'Data as of',
  },
  failed: 'Failed to load status.',
  empty: 'No advisory data yet.',
  queue: {
    title: 'Queue',
    lead: {
      own: 'Queued and running scans of your projects',
      all: 'Queued and running jobs of all accounts',
    },
    empty: 'The queue is empty.',
    failedLastHour: 'Failed (last hour)',
  },
} as const
