import type { Case } from '@assay/contract/cases.ts'
import type { Language } from '@assay/contract/languages.ts'
import { exposureFacts } from '@assay/engine/vocabulary.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { Config } from '#config.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import type { ReportDocument, Row, Table } from '@assay/text/documents/document.ts'
import { deadlineName } from '#triage/cases/deadline-names.ts'
import { type CaseTexts, caseTexts } from './case-texts.ts'

interface Wanted {
  language: Language
  config: Config
}

/** What is known of a case, what was decided when, and the texts of its notifications: a record for an authority or auditor. */
export function caseDocument(known: Case, { language, config }: Wanted): ReportDocument {
  const texts = caseTexts[language]
  const { displayId, summary } = known
  return {
    language,
    title: texts.title(displayId),
    subject: summary,
    createdAt: new Date(),
    link: { title: texts.link, url: `${publicAddress(config)}/cases/${known.uuid}` },
    logo: null,
    sections: [
      { kind: 'facts', facts: factsOf(known, texts) },
      deadlinesTable(known, { texts, language }),
      affectedTable(known, texts),
      entriesTable(known, { texts, language }),
      ...draftTables(known, texts),
    ],
  }
}

const factsOf = (known: Case, texts: CaseTexts): [label: string, value: string][] => {
  const { awareAt, measureAt, owner, closedAt, closeReason, facts, exploitedBy } = known
  return [
    [texts.facts.state, closeReason === null ? texts.open : texts.closed(texts.reasons[closeReason])],
    [texts.facts.listed, texts.exploited(exploitedBy) || texts.none],
    [texts.facts.awareAt, minute(awareAt)!],
    [texts.facts.measureAt, minute(measureAt) ?? texts.none],
    [texts.facts.closedAt, minute(closedAt) ?? texts.none],
    [texts.facts.owner, owner ? `${owner.name} <${owner.email}>` : texts.none],
    ...exposureFacts.map((name): [string, string] => {
      const { value, source } = facts[name]
      return [texts.exposure[name], `${value ? texts.yes : texts.no} (${texts.sources[source]})`]
    }),
  ]
}

const minute = (at: number | null): string | null =>
  at === null ? null : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

type Worded = Pick<Wanted, 'language'> & { texts: CaseTexts }

const tableOf = (
  key: keyof CaseTexts['tables'],
  { texts, widths, rows }: { texts: CaseTexts; widths: readonly number[]; rows: readonly Row[] },
): Table => {
  const { title, empty, columns } = texts.tables[key]
  return {
    kind: 'table',
    key,
    title,
    empty,
    columns: Object.entries(columns).map(([name, label], at) => ({
      key: name,
      title: label,
      width: widths[at]!,
    })),
    async *rows() {
      if (rows.length > 0) yield await Promise.resolve(rows)
    },
  }
}

const deadlinesTable = ({ deadlines }: Case, { texts, language }: Worded): Table =>
  tableOf('deadlines', {
    texts,
    widths: [5, 3, 3, 4],
    rows: deadlines.map(({ regime, step, dueAt, hours, doneAt, doneBy, isOverdue }) => [
      deadlineName(language, `${regime}/${step}`),
      minute(dueAt) ?? (hours === null ? texts.nextUpgrade : texts.afterMeasure),
      doneAt === null ? (isOverdue ? texts.overdue : texts.none) : minute(doneAt),
      doneBy?.name ?? null,
    ]),
  })

const affectedTable = ({ affected }: Case, texts: CaseTexts): Table =>
  tableOf('affected', {
    texts,
    widths: [4, 3, 3, 4, 3],
    rows: affected.map(
      ({ projectName, groups, branch, version, package: name, versions, endedAt, fixedBy }) => [
        projectName,
        groups.join(', '),
        version ?? branch,
        `${name} ${versions.join(', ')}`,
        endedAt === null ? texts.affected : [minute(endedAt), fixedBy].filter(Boolean).join(', '),
      ],
    ),
  })

const entriesTable = ({ entries }: Case, { texts, language }: Worded): Table =>
  tableOf('entries', {
    texts,
    widths: [3, 3, 4, 6],
    rows: entries.map(({ at, member, kind, subject, text }) => [
      minute(at),
      member?.name ?? texts.product,
      [texts.kinds[kind], subject && subjectOf(kind, subject, { texts, language })]
        .filter(Boolean)
        .join(': '),
      text,
    ]),
  })

function subjectOf(
  kind: Case['entries'][number]['kind'],
  subject: string,
  { texts, language }: Worded,
): string {
  if (kind === 'done' || kind === 'undone') return deadlineName(language, subject)
  return ownProperty(texts.subjects, subject) ?? subject
}

/** One table of prose for each notification. */
const draftTables = ({ drafts }: Case, texts: CaseTexts): Table[] =>
  drafts.map(({ regime, step, title, fields }) => ({
    kind: 'prose',
    key: `${regime}-${step}`,
    title,
    empty: '',
    columns: [
      { key: 'field', title: texts.field, width: 3 },
      { key: 'text', title: texts.text, width: 7 },
    ],
    async *rows() {
      yield await Promise.resolve(fields.map(({ label, value }): Row => [label, value ?? texts.toBeWritten]))
    },
  }))
