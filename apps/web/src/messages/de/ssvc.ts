import type { Translation } from '../../language/translation.ts'
import type { ssvc as english } from '../ssvc.ts'

export const ssvc: Translation<typeof english> = {
  title: 'Priorität nach SSVC',
  trees: { coordinator: 'Baum für Koordinatoren (CISA)', deployer: 'Baum für Betreiber' },
  points: {
    exploitation: 'Ausnutzung',
    automatable: 'Automatisierbar',
    technicalImpact: 'Technische Wirkung',
    mission: 'Auftrag und Wohlergehen',
    exposure: 'Erreichbarkeit des Projekts',
    humanImpact: 'Wirkung auf Menschen',
  },
  values: {
    none: 'Keine',
    poc: 'Machbarkeitsnachweis',
    active: 'Aktiv',
    yes: 'Ja',
    no: 'Nein',
    partial: 'Teilweise',
    total: 'Vollständig',
    small: 'Klein',
    controlled: 'Kontrolliert',
    open: 'Offen',
    low: 'Gering',
    medium: 'Mittel',
    high: 'Hoch',
    'very high': 'Sehr hoch',
  },
  sources: {
    KEV: 'Listen ausgenutzter Schwachstellen',
    CVSS: 'CVSS-Vektor',
    tag: 'Tag des Projekts',
    assumed: 'angenommen, nichts sagt es',
  },
  decision: 'Entscheidung',
  decisions: {
    track: 'Beobachten',
    'track*': 'Beobachten*',
    attend: 'Beachten',
    act: 'Handeln',
    defer: 'Aufschieben',
    scheduled: 'Geplant',
    'out-of-cycle': 'Außer der Reihe',
    immediate: 'Sofort',
  },
}
