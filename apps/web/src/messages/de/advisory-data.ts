import type { Translation } from '../../language/translation.ts'
import type { advisoryData as english } from '../advisory-data.ts'

const list = (names: readonly string[]) => names.join(', ')

export const advisoryData: Translation<typeof english> = {
  starter: (names) => `${list(names)}: nur Grundbestand.`,
  outdated: (names) => `${list(names)}: Advisory-Daten sind veraltet.`,
  effect: 'Bestandene Berichte bleiben unentschieden, bis Advisories synchronisiert sind.',
  effectOnReport: 'Möglicherweise fehlen Schwachstellen.',
  link: 'Advisory-Daten',
  undeclared: 'Die Scores reichen aus, aber die Advisory-Daten sind unvollständig oder veraltet.',
  columns: { state: 'Status' },
  states: { current: 'Aktuell', outdated: 'Veraltet', starter: 'Nur Grundbestand' },
}
