/** Filters and terms shared by the account’s lists and the report. */
export const lists = {
  team: 'Team',
  allTeams: 'All teams',
  tag: 'Tag',
  anyTag: 'Any tag',
  ecosystem: 'Ecosystem',
  anyEcosystem: 'All',
  otherEcosystem: 'Unknown',
  /** Neither the inventory nor a registry nor an override names one. */
  noLicense: 'No license found',
} as const
