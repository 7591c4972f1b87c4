import { memberPages } from '#accounts/members/store.ts'
import type { Scope } from '#auth/scope.ts'
import { describeFeeds } from '#knowledge/advisories/sync/describe-feeds.ts'
import type { Database } from '#platform/database/database.ts'
import type { AppContext } from '#context.ts'
import type { Row, Table } from '@assay/text/documents/document.ts'
import { tableIn } from '#reporting/documents/document.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import { exclusionPages } from '#scanning/exclusions/store.ts'
import { wireExclusion } from '#scanning/exclusions/wire-exclusion.ts'
import { policyPages } from '#scanning/policies/store.ts'
import { vexPages } from '#scanning/vex/store.ts'
import { day, type EraAspect, ofBranch } from './era-tables.ts'
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
          .filter(({ active }) => active)
          .map(({ name, mode, licenses, pattern }): Row => [
            name,
            texts.purposes.modes[mode === 'DENY' ? 'DENY' : 'ALLOW'],
            [...licenses, ...(pattern === null ? [] : [pattern])].join(', '),
          ])
    },
  })

const exceptionsTable = (db: Database, scope: Scope, texts: DocumentTexts): Table =>
  tableIn(texts, texts.purposes.tables, {
    key: 'exceptions',
    columns: [
      ['subject', 4],
      ['reason', 3],
      ['description', 5],
      ['requestedBy', 4],
      ['approvedBy', 3],
      ['created', 2.9],
      ['expires', 2.9],
    ],
    async *rows() {
      const emails = await memberEmails(db, scope)
      for await (const page of exclusionPages(db, scope, undefined))
        yield page.map((row): Row => {
          const wire = wireExclusion(row)
          const subject =
            'library' in wire ? `${wire.library?.name} ${wire.version}` : (wire.cve ?? wire.uuid ?? '')
          return [
            subject,
            wire.reason,
            wire.description,
            emails.get(wire.createdBy) ?? wire.createdBy,
            texts.purposes.unused,
            day(row.created_at),
            day(row.expires_at) ?? texts.purposes.never,
          ]
        })
    },
  })

/** By the uuid of the member; exceptions outlive the members who made them. */
async function memberEmails(db: Database, scope: Scope): Promise<Map<string, string>> {
  const emails = new Map<string, string>()
  for await (const page of memberPages(db, scope)) for (const { uuid, email } of page) emails.set(uuid, email)
  return emails
}

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
