/** Filters shared by the account’s lists. */
export const lists = {
  team: 'Team',
  allTeams: 'All teams',
  tag: 'Tag',
  anyTag: 'Any tag',
  ecosystem: 'Ecosystem',
  anyEcosystem: 'All',
  otherEcosystem: 'Unknown',
} as const
