import type { RuleEffect } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import { describeFeeds } from '#knowledge/advisories/sync/describe-feeds.ts'
import type { Database } from '#platform/database/database.ts'
import type { AppContext } from '#context.ts'
import type { Row, Table } from '@assay/text/documents/document.ts'
import { tableIn } from '#reporting/documents/document.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import { conditionOf, policyPages, rulePages } from '#scanning/rules/store.ts'
import { vexPages } from '#scanning/vex/store.ts'
import { day, type EraAspect, ofBranch } from './era-tables.ts'
import { exceptionsTable } from './exceptions-table.ts'
import { sampleBranches } from './store.ts'

type Context = Pick<AppContext, 'db' | 'config'>

const minute = (at: number | null): string | null =>
  at === null ? null : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What an auditor checks: the rules, who made which exceptions, how old the data is, and scans to repeat. */
export const auditTables = (
  context: Context,
  scope: Scope,
  { selection, texts, seed }: EraAspect & { seed: string },
): Table[] => {
  const { db } = context
  return [
    rulesTable(db, scope, texts),
    policiesTable(db, scope, texts),
    exceptionsTable(db, scope, texts),
    vexTable(db, scope, texts),
    dataTable(context, texts),
    tableIn(texts, texts.purposes.tables, {
      key: 'sample',
      columns: [...ofBranch, ['scanned', 2], ['report', 5]],
      async *rows() {
        const sample = await sampleBranches(db, scope, { selection, seed })
        yield sample.map(({ project, branch, scannedAt, scanUuid }) => [
          project,
          branch,
          day(scannedAt),
          scanUuid,
        ])
      },
    }),
  ]
}

const policiesTable = (db: Database, scope: Scope, texts: DocumentTexts): Table =>
  tableIn(texts, texts.purposes.tables, {
    key: 'policies',
    columns: [
      ['name', 4],
      ['mode', 3],
      ['licenses', 8],
    ],
    async *rows() {
      for await (const page of policyPages(db, scope))
        yield page
          .filter(({ mode }) => mode !== 'off')
          .map(({ name, licenseMode, licenses, pattern }): Row => [
            name,
            texts.purposes.modes[licenseMode === 'DENY' ? 'DENY' : 'ALLOW'],
            [...licenses, ...(pattern === null ? [] : [pattern])].join(', '),
          ])
    },
  })

const rulesTable = (db: Database, scope: Scope, texts: DocumentTexts): Table =>
  tableIn(texts, texts.purposes.tables, {
    key: 'rules',
    columns: [
      ['name', 3],
      ['condition', 8],
      ['effect', 3],
      ['description', 4],
    ],
    async *rows() {
      const { effects, onlyLogged } = texts.purposes
      for await (const page of rulePages(db, scope))
        yield page
          .filter(({ kind, mode }) => kind !== 'licenses' && mode !== 'off')
          .map((rule): Row => [
            rule.name,
            conditionOf(rule),
            rule.mode === 'log' ? onlyLogged : effects[rule.effect as RuleEffect],
            rule.description,
          ])
    },
  })

const vexTable = (db: Database, scope: Scope, texts: DocumentTexts): Table =>
  tableIn(texts, texts.purposes.tables, {
    key: 'vex',
    columns: [
      ['name', 6],
      ['requestedBy', 4],
      ['created', 3],
      ['statements', 2],
    ],
    async *rows() {
      for await (const page of vexPages(db, scope))
        yield page.map((row): Row => [row.title, row.author, day(row.issued_at), row.statement_count])
    },
  })

const dataTable = (context: Context, texts: DocumentTexts): Table =>
  tableIn(texts, texts.purposes.tables, {
    key: 'data',
    columns: [
      ['name', 3],
      ['source', 6],
      ['read', 3.4],
      ['state', 4],
    ],
    async *rows() {
      const { feeds } = await describeFeeds(context)
      yield feeds.map(({ name, source, fullAt, checkedAt, error }): Row => [
        name,
        source,
        minute(checkedAt ?? fullAt) ?? texts.purposes.never,
        error,
      ])
    },
  })
