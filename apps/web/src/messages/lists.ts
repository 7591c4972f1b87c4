import { noLicense } from '@assay/engine/licenses/license-words.ts'

/** Filters and terms shared by the account’s lists and the report. */
export const lists = {
  clear: 'Clear filters',
  download: 'Download CSV',
  more: 'Load more',
  filters: 'Filters',
  team: 'Team',
  allTeams: 'All teams',
  group: 'Group',
  allGroups: 'All groups',
  tag: 'Tag',
  anyTag: 'Any tag',
  ecosystem: 'Ecosystem',
  anyEcosystem: 'All',
  otherEcosystem: 'Unknown',
  noLicense,
} as const
