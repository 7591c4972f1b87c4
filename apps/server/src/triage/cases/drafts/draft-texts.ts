import type { CaseNote } from '@assay/contract/cases.ts'
import type { Language } from '@assay/contract/languages.ts'
import { exploitedSentence, germanExploitedSentence } from '@assay/engine/advisories/exploit-sources.ts'
import type { CraStep } from '@assay/engine/cases/regimes.ts'
import { germanSeverityNames, severityNames } from '@assay/engine/severity-names.ts'
import type { ExploitSource, WireSeverity } from '@assay/engine/vocabulary.ts'

/** The parts of notifications: what members write, and what is known. */
export type FieldName =
  | CaseNote
  | 'manufacturer'
  | 'vulnerability'
  | 'exploited'
  | 'products'
  | 'nature'
  | 'severity'

export interface DraftTexts {
  titles: Record<CraStep, string>
  fields: Record<FieldName, string>
  exploited: (aware: string, sources: readonly ExploitSource[]) => string
  branch: (name: string) => string
  more: (count: number) => string
  upgrade: (name: string, versions: string) => string
  available: (at: string) => string
  severities: Readonly<Record<WireSeverity, string>>
}

const en: DraftTexts = {
  titles: {
    'early-warning': 'Early warning (CRA Art. 14(2)(a), within 24 hours)',
    notification: 'Vulnerability notification (CRA Art. 14(2)(b), within 72 hours)',
    'final-report': 'Final report (CRA Art. 14(2)(c), within 14 days after a measure is available)',
  },
  fields: {
    manufacturer: 'Manufacturer',
    vulnerability: 'Vulnerability',
    exploited: 'Active exploitation',
    products: 'Products with digital elements concerned',
    memberStates: 'Member States in which the product is known to be available',
    product: 'General information about the product',
    exploit: 'General nature of the exploit',
    nature: 'Nature of the vulnerability',
    measures: 'Corrective or mitigating measures taken',
    userMeasures: 'Corrective or mitigating measures that users can take',
    sensitivity: 'How sensitive this information is considered to be',
    severity: 'Severity',
    impact: 'Impact',
    actor: 'Malicious actor that has exploited or is exploiting it, if known',
    update: 'Security update or other corrective measures made available',
  },
  exploited: (aware, sources) => `${exploitedSentence(sources)} Aware since ${aware}.`.trimStart(),
  branch: (name) => `branch ${name}`,
  more: (count) => `and ${count.toLocaleString('en')} more`,
  upgrade: (name, versions) => `Upgrade to a release with ${name} ${versions}.`,
  available: (at) => `Available since ${at}.`,
  severities: severityNames,
}

const de: DraftTexts = {
  titles: {
    'early-warning': 'Frühwarnung (CRA Art. 14 Abs. 2 Buchst. a, binnen 24 Stunden)',
    notification: 'Meldung der Schwachstelle (CRA Art. 14 Abs. 2 Buchst. b, binnen 72 Stunden)',
    'final-report':
      'Abschlussbericht (CRA Art. 14 Abs. 2 Buchst. c, binnen 14 Tagen nach Verfügbarkeit einer Maßnahme)',
  },
  fields: {
    manufacturer: 'Hersteller',
    vulnerability: 'Schwachstelle',
    exploited: 'Aktive Ausnutzung',
    products: 'Betroffene Produkte mit digitalen Elementen',
    memberStates: 'Mitgliedstaaten, in denen das Produkt bekanntermaßen bereitgestellt wurde',
    product: 'Allgemeine Informationen über das Produkt',
    exploit: 'Allgemeine Art der Ausnutzung',
    nature: 'Art der Schwachstelle',
    measures: 'Ergriffene Korrektur- oder Risikominderungsmaßnahmen',
    userMeasures: 'Korrektur- oder Risikominderungsmaßnahmen, die Nutzer ergreifen können',
    sensitivity: 'Für wie sensibel diese Informationen gehalten werden',
    severity: 'Schweregrad',
    impact: 'Auswirkungen',
    actor: 'Böswilliger Akteur, der sie ausgenutzt hat oder ausnutzt, falls bekannt',
    update: 'Bereitgestellte Sicherheitsaktualisierung oder andere Korrekturmaßnahmen',
  },
  exploited: (aware, sources) => `${germanExploitedSentence(sources)} Bekannt seit ${aware}.`.trimStart(),
  branch: (name) => `Branch ${name}`,
  more: (count) => `und ${count.toLocaleString('de')} weitere`,
  upgrade: (name, versions) => `Auf eine Version mit ${name} ${versions} aktualisieren.`,
  available: (at) => `Verfügbar seit ${at}.`,
  severities: germanSeverityNames,
}

export const draftTexts: Readonly<Record<Language, DraftTexts>> = { en, de }
