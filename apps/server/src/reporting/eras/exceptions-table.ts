import type { Decision } from '@assay/contract/decisions.ts'
import type { Row, Table } from '@assay/text/documents/document.ts'
import { namePeople } from '#accounts/members/assignee-store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { tableIn, vulnerabilityPart } from '#reporting/documents/document.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import { listDecisions, nobody } from '#scanning/exclusions/decision-store.ts'
import { type ExclusionRow, exclusionPages } from '#scanning/exclusions/store.ts'
import { wireExclusion } from '#scanning/exclusions/wire-exclusion.ts'
import { wireDecision } from '#triage/decisions/wire-decision.ts'
import { day } from './era-tables.ts'

/** Decisions about findings that are in force or wait for approval, then exclusions of the other domains. */
export const exceptionsTable = (db: Database, scope: Scope, texts: DocumentTexts): Table =>
  tableIn(texts, texts.purposes.tables, {
    key: 'exceptions',
    columns: [
      ['subject', 4],
      ['project', 3],
      ['reason', 2.6],
      ['description', 5],
      ['requestedBy', 4],
      ['approvedBy', 4],
      ['created', 2.6],
      ['expires', 2.6],
    ],
    async *rows() {
      for (const status of ['waiting', 'active'] as const) yield* decisionPages(db, scope, { status, texts })
      for await (const page of exclusionPages(db, scope, undefined)) {
        const rows = page.filter(({ domain }) => domain !== 'security')
        const people = await namePeople(
          db,
          scope,
          rows.map((row) => row.created_by),
        )
        yield rows.map((row) => exclusionRow(row, people, texts))
      }
    },
  })

const rowsAtOnce = 500

async function* decisionPages(
  db: Database,
  scope: Scope,
  { status, texts }: { status: 'waiting' | 'active'; texts: DocumentTexts },
): AsyncGenerator<Row[]> {
  const viewer = { memberUuid: nobody, mayApprove: false, now: Date.now() }
  let after: { at: string; uuid: string } | null = null
  for (;;) {
    const rows = await listDecisions(db, scope, { status, after, limit: rowsAtOnce })
    const last = rows.at(-1)
    if (!last) return
    const people = await namePeople(
      db,
      scope,
      rows.flatMap(({ created_by, approved_by }) => [created_by, approved_by]),
    )
    yield rows.map((row) => decisionRow(wireDecision(row, { ...viewer, people }), texts))
    after = { at: last.position, uuid: last.uuid }
  }
}

type People = Awaited<ReturnType<typeof namePeople>>

function decisionRow(decision: Decision, { purposes }: DocumentTexts): Row {
  const { displayId, package: name, approval } = decision
  const approver = decision.approvedBy?.email ?? purposes.unused
  return [
    displayId === null ? name : [vulnerabilityPart(displayId, name === null ? '' : ` · ${name}`)],
    decision.projectName,
    purposes.states[decision.state],
    decision.reason,
    decision.requestedBy?.email ?? purposes.unused,
    approval === 'wanted' ? purposes.waiting : approver,
    day(new Date(decision.createdAt)),
    decision.expiresAt === null ? purposes.never : day(new Date(decision.expiresAt)),
  ]
}

function exclusionRow(row: ExclusionRow, people: People, { purposes }: DocumentTexts): Row {
  const wire = wireExclusion(row)
  return [
    'library' in wire ? `${wire.library?.name} ${wire.version ?? ''}`.trim() : (wire.cve ?? wire.uuid ?? ''),
    null,
    wire.reason,
    wire.description,
    people.get(row.created_by)?.email ?? purposes.unused,
    purposes.unused,
    day(row.created_at),
    day(row.expires_at) ?? purposes.never,
  ]
}
