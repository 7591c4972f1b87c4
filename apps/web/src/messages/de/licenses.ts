import { formatNumber, plural } from '../../language/format.ts'
import type { Translation } from '../../language/translation.ts'
import type { licenses as english } from '../licenses.ts'

const componentCount = (count: number) => plural(count, 'Komponente', 'Komponenten')
const inProjects = (count: number) => plural(count, 'Projekt', 'Projekten')
const projectCount = (count: number) => plural(count, 'Projekt', 'Projekte')

export const licenses: Translation<typeof english> = {
  title: 'Lizenzen',
  lead: 'Jede verwendete Lizenz, nach dem letzten Scan jedes Branches',
  list: 'Verwendete Lizenzen',
  failed: 'Die Lizenzen konnten nicht geladen werden.',
  forbidden: { title: 'Keine Berechtigung, Lizenzen zu sehen' },
  none: 'Keine Lizenzen',
  noneHint: 'Der letzte Scan jedes Branches hat keine gefunden.',
  noMatch: 'Keine Lizenzen entsprechen den Filtern',
  noMatchHint: 'Kein Projekt, das Sie sehen dürfen, hat Komponenten unter einer solchen Lizenz.',
  search: 'Lizenzen suchen',
  searchHint: 'etwa MIT',
  show: 'Nur anzeigen',
  states: { violated: 'Richtlinienverstöße', unknown: 'Keine Lizenz gefunden' },
  overview: (licenses, projects) => `${plural(licenses, 'Lizenz', 'Lizenzen')} in ${inProjects(projects)}`,
  violating: (projects) =>
    projects === 0 ? 'keine Richtlinienverstöße' : `${projectCount(projects)} mit Richtlinienverstößen`,
  unknownIn: (projects) => (projects === 0 ? null : `${projectCount(projects)} mit Komponenten ohne Lizenz`),
  policies: 'Lizenzrichtlinien',
  columns: {
    license: 'Lizenz',
    components: 'Komponenten',
    projects: 'Projekte',
    violations: 'Verstöße',
    source: 'Quelle',
  },
  componentsHint: 'Jede Komponente zählt je Branch einmal',
  unknownHint: 'Weder das Inventar noch eine Registry nennt eine Lizenz.',
  notSpdx: 'keine SPDX-Lizenz',
  sources: { declared: 'Inventar', registry: 'Registry', override: 'Ihr Konto' },
  allowed: 'Keine',
  violations: (components, projects) => `${componentCount(components)} in ${inProjects(projects)}`,
  by: (policies) => `durch ${policies}`,
  chart: {
    title: 'Häufigste Lizenzen',
    permitted: 'Erlaubt',
    violating: 'Richtlinienverstoß',
    bar: (license, components, violating) =>
      violating === 0
        ? `${license}: ${componentCount(components)}`
        : `${license}: ${componentCount(components)}, davon ${formatNumber(violating)} gegen eine Richtlinie`,
  },
  details: {
    text: 'Lizenztext',
    components: 'Komponenten anzeigen',
    branches: (license) => `Projekte mit Komponenten unter ${license}`,
    failed: 'Die Projekte konnten nicht geladen werden.',
    more: 'Weitere Projekte laden',
    columns: {
      project: 'Projekt',
      branch: 'Branch',
      components: 'Komponenten',
      violations: 'Verstöße',
      scanned: 'Gescannt',
    },
  },
}
