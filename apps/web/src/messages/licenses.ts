import { licenseUseSources } from '@assay/engine/licenses/license-words.ts'
import { formatNumber, plural } from '../language/format.ts'

/** Licenses page. */
export const licenses = {
  title: 'Licenses',
  lead: 'Every license in use, as of the latest scan of each branch',
  list: 'Licenses in use',
  failed: 'Failed to load licenses.',
  forbidden: { title: 'You do not have permission to view licenses' },
  none: 'No licenses',
  noneHint: 'The latest scan of each branch found none.',
  noMatch: 'No licenses match your filters',
  noMatchHint: 'No project that you can see has components under a matching license.',
  search: 'Search licenses',
  searchHint: 'e.g. MIT',
  show: 'Show only',
  states: { violated: 'Policy violations', unknown: 'No license found' },
  overview: (licenses: number, projects: number) =>
    `${plural(licenses, 'license')} in ${plural(projects, 'project')}`,
  violating: (projects: number) =>
    projects === 0 ? 'no policy violations' : `${plural(projects, 'project')} with policy violations`,
  unknownIn: (projects: number) =>
    projects === 0 ? null : `${plural(projects, 'project')} with components without a license`,
  policies: 'License policies',
  columns: {
    license: 'License',
    components: 'Components',
    projects: 'Projects',
    violations: 'Violations',
    source: 'Source',
  },
  componentsHint: 'Counted once per branch',
  unknownHint: 'Neither the inventory nor a registry lists a license.',
  notSpdx: 'not an SPDX license',
  sources: licenseUseSources,
  allowed: 'None',
  violations: (components: number, projects: number) =>
    `${plural(components, 'component')} in ${plural(projects, 'project')}`,
  by: (policies: string) => `by ${policies}`,
  chart: {
    title: 'Most used licenses',
    permitted: 'Allowed',
    violating: 'Policy violation',
    bar: (license: string, components: number, violating: number) =>
      violating === 0
        ? `${license}: ${plural(components, 'component')}`
        : `${license}: ${plural(components, 'component')}, ${formatNumber(violating)} in violation of a policy`,
  },
  details: {
    text: 'License text',
    components: 'Show components',
    branches: (license: string) => `Projects with components under ${license}`,
    failed: 'Failed to load projects.',
    more: 'Load more projects',
    columns: {
      project: 'Project',
      branch: 'Branch',
      components: 'Components',
      violations: 'Violations',
      scanned: 'Scanned',
    },
  },
} as const
