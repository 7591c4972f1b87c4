import { formatNumber, locale } from '../language/format.ts'

const names = new Intl.ListFormat(locale, { type: 'conjunction' })

/** Status page: server, statistics and network. */
export const serverStatus = {
  services: {
    title: 'Server',
    lead: 'Health of this server’s components',
    names: { database: 'Database', queue: 'Workers', advisories: 'Advisory sync', mail: 'Email' },
    states: { ok: 'Healthy', off: 'Not configured', failing: 'Failing' },
    checking: 'Checking…',
    license: (name: string, spdxId: string) =>
      `${name} is free software (${spdxId}). No license key is needed.`,
    registries: (list: readonly string[]) =>
      `Components link to their registry page in these ecosystems: ${names.format(list)}.`,
    columns: { service: 'Service', state: 'Status' },
  },
  advisories: {
    title: 'New advisories',
    failed: 'Failed to load the advisory statistics.',
    forbidden: {
      title: 'You do not have permission to view these statistics',
      hint: 'Ask an administrator.',
    },
    lead: (isNew: number, total: number, exploited: number) =>
      `${formatNumber(isNew)} published in the last 30 days, ${formatNumber(total)} in total, ${formatNumber(exploited)} known to be exploited.`,
    columns: { day: 'Published', total: 'Advisories', ecosystems: 'Ecosystems' },
    ecosystem: (name: string, advisories: number) => `${name} ${formatNumber(advisories)}`,
    more: 'Show all 30 days',
    less: 'Show 7 days',
  },
  releases: {
    title: 'Releases',
    lead: 'Sources of package releases, and how many packages in use are known',
    off: 'The server does not look up releases (ASSAY_RELEASES).',
    empty: 'Releases are looked up after the first scan.',
    failed: 'Failed to load the status of releases.',
    sources: {
      title: 'Release sources',
      columns: {
        source: 'Source',
        state: 'Status',
        packages: 'Packages',
        succeeded: 'Last success',
        error: 'Last error',
      },
      states: { ok: 'Working', failing: 'Failing', waiting: 'Not queried yet' },
      never: 'Never',
      resumes: 'Next attempt',
    },
    packages: {
      title: 'Packages in use',
      columns: {
        ecosystem: 'Ecosystem',
        known: 'Known',
        waiting: 'Waiting',
        absent: 'Not found',
        failed: 'Failed',
      },
    },
  },
  network: {
    title: 'Network',
    lead: 'External services in the settings',
    start: 'Check connections',
    running: 'Checking…',
    failed: 'The check failed.',
    none: 'No external services are configured.',
    done: (reachable: number, all: number) => `${reachable} of ${all} services are reachable.`,
    columns: { service: 'Service', address: 'Address', state: 'Status', latency: 'Response time' },
    reachable: 'Reachable',
    answered: (status: number) => `Reachable, HTTP ${status}`,
    unreachable: 'Unreachable',
    latency: (ms: number) => `${formatNumber(ms)} ms`,
  },
} as const
