import type { Translation } from '../../language/translation.ts'
import type { lists as english } from '../lists.ts'

export const lists: Translation<typeof english> = {
  clear: 'Filter zurücksetzen',
  download: 'CSV herunterladen',
  more: 'Mehr laden',
  filters: 'Filter',
  team: 'Team',
  allTeams: 'Alle Teams',
  group: 'Gruppe',
  allGroups: 'Alle Gruppen',
  tag: 'Tag',
  anyTag: 'Alle Tags',
  ecosystem: 'Ökosystem',
  anyEcosystem: 'Alle',
  otherEcosystem: 'Unbekannt',
  noLicense: 'Keine Lizenz gefunden',
}
