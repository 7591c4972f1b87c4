const list = (names: readonly string[]) => names.join(', ')

/** Notices about missing or outdated advisory data. */
export const advisoryData = {
  starter: (names: readonly string[]) => `${list(names)}: starter set only.`,
  outdated: (names: readonly string[]) => `${list(names)}: advisory data is out of date.`,
  effect: 'Until advisories are synced, reports that would pass are undeclared.',
  effectOnReport: 'Vulnerabilities may be missed.',
  link: 'Advisory data',
  undeclared: 'The scores pass, but the advisory data is incomplete or out of date.',
  columns: { state: 'Status' },
  states: { current: 'Up to date', outdated: 'Out of date', starter: 'Starter set only' },
} as const
