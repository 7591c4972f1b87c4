import type { MetricText } from '../cvss.ts'

type MetricTexts = Readonly<Record<string, MetricText>>

const exploit = (name: string, values: MetricText['values']): MetricText => ({
  name,
  group: 'exploit',
  values,
})
const impact = (name: string, values: MetricText['values']): MetricText => ({ name, group: 'impact', values })

const attackVector = exploit('Angriffsvektor', {
  N: ['Netzwerk', 'Aus der Ferne über das Netzwerk ausnutzbar.', 2],
  A: ['Benachbart', 'Aus demselben Netz ausnutzbar, etwa Subnetz oder WLAN.', 1],
  L: ['Lokal', 'Verlangt lokalen Zugriff oder jemanden, der eine bösartige Datei öffnet.', 1],
  P: ['Physisch', 'Verlangt physischen Zugriff auf das Gerät.', 0],
})
const privileges = exploit('Nötige Rechte', {
  N: ['Keine', 'Keine Anmeldung nötig.', 2],
  L: ['Gering', 'Einfache Benutzerrechte nötig.', 1],
  H: ['Hoch', 'Administratorrechte nötig.', 0],
})
const complexity = exploit('Angriffskomplexität', {
  L: ['Gering', 'Funktioniert zuverlässig, ohne Vorbereitung.', 2],
  H: ['Hoch', 'Hängt von Umständen ab, die Angreifer nicht beeinflussen.', 0],
})
const loss = (name: string, [total, some, none]: readonly [string, string, string]) =>
  impact(name, { H: ['Hoch', total, 2], L: ['Gering', some, 1], N: ['Keine', none, 0] })

const confidentiality = [
  'Alle Daten werden offengelegt.',
  'Einige Daten werden offengelegt.',
  'Keine Daten werden offengelegt.',
] as const
const integrity = [
  'Alle Daten lassen sich ändern.',
  'Einige Daten lassen sich ändern.',
  'Keine Daten lassen sich ändern.',
] as const
const availability = [
  'Vollständiger Ausfall.',
  'Geringere Leistung oder Unterbrechungen.',
  'Kein Ausfall.',
] as const

const version3: MetricTexts = {
  AV: attackVector,
  AC: complexity,
  PR: privileges,
  UI: exploit('Mitwirkung von Benutzern', {
    N: ['Keine', 'Keine Mitwirkung nötig.', 2],
    R: ['Nötig', 'Jemand muss zuerst etwas tun, etwa einem Link folgen.', 1],
  }),
  S: exploit('Geltungsbereich', {
    C: ['Erweitert', 'Die Auswirkung reicht über die verwundbare Komponente hinaus.', 2],
    U: ['Unverändert', 'Die Auswirkung bleibt auf die verwundbare Komponente beschränkt.', 0],
  }),
  C: loss('Vertraulichkeit', confidentiality),
  I: loss('Integrität', integrity),
  A: loss('Verfügbarkeit', availability),
}

const version4: MetricTexts = {
  AV: attackVector,
  AC: exploit('Angriffskomplexität', {
    L: ['Gering', 'Keine Schutzmaßnahmen zu umgehen.', 2],
    H: ['Hoch', 'Zuerst sind Schutzmaßnahmen zu umgehen.', 0],
  }),
  AT: exploit('Angriffsvoraussetzungen', {
    N: ['Keine', 'Funktioniert in jeder Installation.', 2],
    P: ['Vorhanden', 'Funktioniert nur unter bestimmten Bedingungen der Installation.', 0],
  }),
  PR: privileges,
  UI: exploit('Mitwirkung von Benutzern', {
    N: ['Keine', 'Keine Mitwirkung nötig.', 2],
    P: ['Passiv', 'Jemand muss das System wie üblich verwenden.', 1],
    A: ['Aktiv', 'Jemand muss etwas Bestimmtes tun, etwa eine Warnung wegklicken.', 0],
  }),
  VC: loss('Vertraulichkeit', confidentiality),
  VI: loss('Integrität', integrity),
  VA: loss('Verfügbarkeit', availability),
  SC: loss('Vertraulichkeit anderer Systeme', confidentiality),
  SI: loss('Integrität anderer Systeme', integrity),
  SA: loss('Verfügbarkeit anderer Systeme', availability),
}

const loss2 = (name: string, [total, some, none]: readonly [string, string, string]) =>
  impact(name, { C: ['Vollständig', total, 2], P: ['Teilweise', some, 1], N: ['Keine', none, 0] })

const version2: MetricTexts = {
  AV: exploit('Zugriffsvektor', {
    N: attackVector.values['N']!,
    A: attackVector.values['A']!,
    L: attackVector.values['L']!,
  }),
  AC: exploit('Zugriffskomplexität', {
    L: ['Gering', 'Funktioniert zuverlässig, ohne Vorbereitung.', 2],
    M: ['Mittel', 'Einige Bedingungen müssen erfüllt sein.', 1],
    H: ['Hoch', 'Ungewöhnliche Bedingungen müssen erfüllt sein.', 0],
  }),
  Au: exploit('Authentisierung', {
    N: ['Keine', 'Keine Anmeldung nötig.', 2],
    S: ['Einfach', 'Eine Anmeldung nötig.', 1],
    M: ['Mehrfach', 'Mehrere Anmeldungen nötig.', 0],
  }),
  C: loss2('Vertraulichkeit', confidentiality),
  I: loss2('Integrität', integrity),
  A: loss2('Verfügbarkeit', availability),
}

export const cvssMetrics: Readonly<Record<string, MetricTexts>> = {
  '2.0': version2,
  '3.0': version3,
  '3.1': version3,
  '4.0': version4,
}
