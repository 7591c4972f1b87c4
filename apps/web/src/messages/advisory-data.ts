import { plural } from '../language/format.ts'

const list = (names: readonly string[]) => names.join(', ')

/** Notices about missing or outdated advisory data. */
export const advisoryData = {
  starter: (names: readonly string[]) => `${list(names)}: starter set only.`,
  outdated: (names: readonly string[]) => `${list(names)}: advisory data is out of date.`,
  effect: 'Until advisories are synced, reports that would pass are undeclared.',
  effectOnReport: 'Vulnerabilities may be missed.',
  effectOnVulnerability: 'Ranges, fixes and the projects listed here may have changed since.',
  lists: {
    kev: 'Known exploited vulnerabilities (CISA KEV)',
    'eu-kev': 'Known exploited vulnerabilities (EU KEV)',
    epss: 'Exploit probabilities (EPSS)',
    'end-of-life': 'End-of-life dates',
  },
  neverLoaded: 'never loaded.',
  asOf: (day: string, days: number) => `data as of ${day}, ${plural(days, 'day')} old.`,
  effectOnOrder: 'Exploited vulnerabilities may not be marked or listed first.',
  effectOnSupport: 'Components without support may not be marked.',
  link: 'Advisory data',
  undeclared: 'The scores pass, but the advisory data is incomplete or out of date.',
  listsTitle: 'Lists',
  columns: { state: 'Status', list: 'List', asOf: 'Data as of' },
  listStates: { current: 'Up to date', outdated: 'Out of date', missing: 'Never loaded' },
  states: { current: 'Up to date', outdated: 'Out of date', starter: 'Starter set only' },
} as const
