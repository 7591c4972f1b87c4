import type { Case, CaseCause, CaseCloseReason, factSources } from '@assay/contract/cases.ts'
import type { Language } from '@assay/contract/languages.ts'
import { exploitedSentence, germanExploitedSentence } from '@assay/engine/advisories/exploit-sources.ts'
import type { ExploitSource } from '@assay/engine/vocabulary.ts'

interface TableTexts {
  title: string
  empty: string
  /** In order, by their names in JSON. */
  columns: Readonly<Record<string, string>>
}

export interface CaseTexts {
  title: (id: string) => string
  link: string
  facts: Record<'state' | 'listed' | 'awareAt' | 'measureAt' | 'closedAt' | 'owner', string>
  exploited: (sources: readonly ExploitSource[]) => string
  exposure: Record<keyof Case['facts'], string>
  sources: Record<(typeof factSources)[number], string>
  yes: string
  no: string
  open: string
  closed: (reason: string) => string
  reasons: Record<CaseCloseReason, string>
  none: string
  product: string
  affected: string
  overdue: string
  nextUpgrade: string
  afterMeasure: string
  kinds: Record<Case['entries'][number]['kind'], string>
  /** Of entries of the time line. */
  subjects: Record<CaseCause | CaseCloseReason, string>
  field: string
  text: string
  toBeWritten: string
  tables: Record<'deadlines' | 'affected' | 'entries', TableTexts>
}

const englishReasons = {
  fixed: 'fixed',
  'not-affected': 'not affected',
  'not-reportable': 'not to be reported',
  mistake: 'opened by mistake',
}

const en: CaseTexts = {
  title: (id) => `Case ${id}`,
  link: 'This case in Assay',
  facts: {
    state: 'State',
    listed: 'Listed',
    awareAt: 'Aware since',
    measureAt: 'Measure available since',
    closedAt: 'Closed',
    owner: 'Owner',
  },
  exploited: exploitedSentence,
  exposure: {
    isListed: "In CISA's catalog",
    isExposed: 'Publicly exposed',
    isAutomatable: 'Exploitation can be automated',
    hasTotalImpact: 'Total technical impact',
  },
  sources: {
    member: 'set by a member',
    catalog: "CISA's catalog",
    cvss: 'CVSS',
    tag: 'tag of a project',
    assumed: 'assumed',
  },
  yes: 'yes',
  no: 'no',
  open: 'open',
  closed: (reason) => `closed: ${reason}`,
  reasons: englishReasons,
  none: '–',
  product: 'Assay',
  affected: 'affected',
  overdue: 'overdue',
  nextUpgrade: 'with the next upgrade',
  afterMeasure: 'once a measure is available',
  kinds: {
    opened: 'Opened',
    reopened: 'Opened again',
    closed: 'Closed',
    owner: 'Owner',
    measure: 'Measure available',
    facts: 'Facts',
    notes: 'Texts of notifications',
    done: 'Done',
    undone: 'Not done',
    comment: 'Note',
  },
  subjects: {
    catalog: 'listed as known exploited',
    finding: 'found by a scan',
    member: 'by the word of a member',
    ...englishReasons,
  },
  field: 'Field',
  text: 'Text',
  toBeWritten: '(to be written)',
  tables: {
    deadlines: {
      title: 'Deadlines',
      empty: 'No regime applies.',
      columns: { deadline: 'Deadline', dueAt: 'Due', doneAt: 'Done', doneBy: 'By' },
    },
    affected: {
      title: 'Affected',
      empty: 'No supported version or default branch is affected.',
      columns: {
        project: 'Project',
        groups: 'Groups',
        version: 'Version or branch',
        package: 'Package',
        state: 'State',
      },
    },
    entries: {
      title: 'Time line',
      empty: 'Nothing was recorded.',
      columns: { at: 'When', by: 'Who', what: 'What', text: 'Reason or note' },
    },
  },
}

const germanReasons = {
  fixed: 'behoben',
  'not-affected': 'nicht betroffen',
  'not-reportable': 'nicht meldepflichtig',
  mistake: 'irrtümlich eröffnet',
}

const de: CaseTexts = {
  title: (id) => `Fall ${id}`,
  link: 'Dieser Fall in Assay',
  facts: {
    state: 'Zustand',
    listed: 'Gelistet',
    awareAt: 'Bekannt seit',
    measureAt: 'Maßnahme verfügbar seit',
    closedAt: 'Geschlossen',
    owner: 'Zuständig',
  },
  exploited: germanExploitedSentence,
  exposure: {
    isListed: 'Im Katalog der CISA',
    isExposed: 'Öffentlich erreichbar',
    isAutomatable: 'Ausnutzung automatisierbar',
    hasTotalImpact: 'Vollständige technische Auswirkung',
  },
  sources: {
    member: 'von einem Mitglied angegeben',
    catalog: 'Katalog der CISA',
    cvss: 'CVSS',
    tag: 'Tag eines Projekts',
    assumed: 'angenommen',
  },
  yes: 'ja',
  no: 'nein',
  open: 'offen',
  closed: (reason) => `geschlossen: ${reason}`,
  reasons: germanReasons,
  none: '–',
  product: 'Assay',
  affected: 'betroffen',
  overdue: 'überfällig',
  nextUpgrade: 'mit dem nächsten Upgrade',
  afterMeasure: 'sobald eine Maßnahme verfügbar ist',
  kinds: {
    opened: 'Eröffnet',
    reopened: 'Wieder eröffnet',
    closed: 'Geschlossen',
    owner: 'Zuständig',
    measure: 'Maßnahme verfügbar',
    facts: 'Angaben',
    notes: 'Texte der Meldungen',
    done: 'Erledigt',
    undone: 'Nicht erledigt',
    comment: 'Notiz',
  },
  subjects: {
    catalog: 'als bekannt ausgenutzt gelistet',
    finding: 'durch einen Scan gefunden',
    member: 'nach Angabe eines Mitglieds',
    ...germanReasons,
  },
  field: 'Feld',
  text: 'Text',
  toBeWritten: '(noch zu ergänzen)',
  tables: {
    deadlines: {
      title: 'Fristen',
      empty: 'Kein Regelwerk gilt.',
      columns: { deadline: 'Frist', dueAt: 'Fällig', doneAt: 'Erledigt', doneBy: 'Von' },
    },
    affected: {
      title: 'Betroffen',
      empty: 'Keine unterstützte Version und kein Standardbranch ist betroffen.',
      columns: {
        project: 'Projekt',
        groups: 'Gruppen',
        version: 'Version oder Branch',
        package: 'Paket',
        state: 'Zustand',
      },
    },
    entries: {
      title: 'Verlauf',
      empty: 'Nichts ist festgehalten.',
      columns: { at: 'Wann', by: 'Wer', what: 'Was', text: 'Grund oder Notiz' },
    },
  },
}

export const caseTexts: Readonly<Record<Language, CaseTexts>> = { en, de }
