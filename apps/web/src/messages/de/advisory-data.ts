import { plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { advisoryData as english } from '../advisory-data.ts'

const list = (names: readonly string[]) => names.join(', ')

export const advisoryData: Translation<typeof english> = {
  starter: (names) => `${list(names)}: nur Grundbestand.`,
  outdated: (names) => `${list(names)}: Advisory-Daten sind veraltet.`,
  effect: 'Bestandene Berichte bleiben unentschieden, bis Advisories synchronisiert sind.',
  effectOnReport: 'Möglicherweise fehlen Schwachstellen.',
  effectOnVulnerability:
    'Bereiche, Fixes und die hier genannten Projekte können sich seither geändert haben.',
  lists: {
    kev: 'Bekanntermaßen ausgenutzte Schwachstellen (CISA KEV)',
    'eu-kev': 'Bekanntermaßen ausgenutzte Schwachstellen (EU KEV)',
    epss: 'Ausnutzungswahrscheinlichkeiten (EPSS)',
    'end-of-life': 'Support-Enden',
  },
  neverLoaded: 'nie geladen.',
  asOf: (day, days) => `Stand ${day}, ${plural(days, 'Tag', 'Tage')} alt.`,
  effectOnOrder:
    'Ausgenutzte Schwachstellen sind möglicherweise nicht markiert und stehen nicht an erster Stelle.',
  effectOnSupport: 'Komponenten ohne Support sind möglicherweise nicht markiert.',
  link: 'Advisory-Daten',
  undeclared: 'Die Scores reichen aus, aber die Advisory-Daten sind unvollständig oder veraltet.',
  listsTitle: 'Listen',
  columns: { state: 'Status', list: 'Liste', asOf: 'Stand' },
  listStates: { current: 'Aktuell', outdated: 'Veraltet', missing: 'Nie geladen' },
  states: { current: 'Aktuell', outdated: 'Veraltet', starter: 'Nur Grundbestand' },
}
