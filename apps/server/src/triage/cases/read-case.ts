import type { Case, CaseAffected, CaseCloseReason, CaseDeadline, CaseSummary } from '@assay/contract/cases.ts'
import type { Language } from '@assay/contract/languages.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { findAccount } from '#accounts/account/store.ts'
import { type AssigneeRow, namePeople } from '#accounts/members/assignee-store.ts'
import type { Scope } from '#auth/scope.ts'
import { listExploitSources } from '#knowledge/advisories/exploited-store.ts'
import { readTexts } from '#knowledge/advisories/clusters/read-texts.ts'
import type { Database } from '#platform/database/database.ts'
import { type AffectedRow, listAffected } from './affected-store.ts'
import { type DeadlineRow, listDeadlines } from './deadline-store.ts'
import { makeDrafts } from './drafts/make-drafts.ts'
import { listEntries } from './entry-store.ts'
import type { CaseRow } from './store.ts'

type People = ReadonlyMap<string, AssigneeRow>

/** Cases with their deadlines, in the same order. */
export async function readSummaries(
  db: Database,
  scope: Scope,
  rows: readonly CaseRow[],
): Promise<CaseSummary[]> {
  const deadlines = await listDeadlines(
    db,
    scope,
    rows.map(({ uuid }) => uuid),
  )
  const people = await namePeople(db, scope, [
    ...rows.map(({ ownerUuid }) => ownerUuid),
    ...deadlines.map(({ doneBy }) => doneBy),
  ])
  return rows.map((row) => wireSummary(row, { deadlines, people }))
}

/** A case as the caller sees it: what is affected of the projects in scope. */
export async function readCase(
  db: Database,
  scope: Scope,
  { row, language }: { row: CaseRow; language: Language },
): Promise<Case> {
  const { advisoryUuid, awareAt: since } = row
  const [[summary], affected, entries, texts, account, exploitedBy] = await Promise.all([
    readSummaries(db, scope, [row]),
    listAffected(db, scope, { advisoryUuid, since }),
    listEntries(db, scope, row.uuid),
    readTexts(db, [advisoryUuid]),
    findAccount(db, scope),
    listExploitSources(db, { advisoryUuid }),
  ])
  const people = await namePeople(
    db,
    scope,
    entries.map(({ memberUuid }) => memberUuid),
  )
  const text = texts.get(advisoryUuid)
  const known = {
    ...summary!,
    summary: text?.summary ?? '',
    exploitedBy,
    facts: row.facts,
    notes: row.notes,
    affected: affected.map(wireAffected),
    entries: entries.map(({ memberUuid, at, ...entry }) => ({
      ...entry,
      at: at.getTime(),
      member: personOf(people, memberUuid),
    })),
  }
  const context = { accountName: account?.name ?? '', text, language }
  return { ...known, drafts: makeDrafts(known, context) }
}

const personOf = (people: People, uuid: string | null) => (uuid === null ? null : (people.get(uuid) ?? null))

function wireSummary(
  row: CaseRow,
  { deadlines, people }: { deadlines: readonly DeadlineRow[]; people: People },
): CaseSummary {
  const { uuid, advisoryUuid, cve, publicId, severity, awareAt, measureAt, closedAt, projects } = row
  return {
    uuid,
    advisoryUuid,
    displayId: displayId({ cve, publicId, advisoryUuid }),
    cve,
    severity: toWireSeverity[severity as Severity],
    state: closedAt === null ? 'open' : 'closed',
    owner: personOf(people, row.ownerUuid),
    awareAt: awareAt.getTime(),
    measureAt: measureAt?.getTime() ?? null,
    closedAt: closedAt?.getTime() ?? null,
    closeReason: row.closeReason as CaseCloseReason | null,
    projects,
    deadlines: deadlines
      .filter(({ caseUuid }) => caseUuid === uuid)
      .map((each) => wireDeadline(each, { isOpen: closedAt === null, people })),
  }
}

function wireDeadline(
  { regime, step, starts, hours, dueAt, doneAt, doneBy }: DeadlineRow,
  { isOpen, people }: { isOpen: boolean; people: People },
): CaseDeadline {
  return {
    regime,
    step,
    starts,
    hours,
    dueAt: dueAt?.getTime() ?? null,
    isOverdue: isOpen && doneAt === null && dueAt !== null && dueAt.getTime() <= Date.now(),
    doneAt: doneAt?.getTime() ?? null,
    doneBy: personOf(people, doneBy),
  }
}

const wireAffected = ({ tags: _tags, versions, endedAt, ...row }: AffectedRow): CaseAffected => ({
  ...row,
  versions: versions.map(({ version }) => version),
  endedAt: endedAt?.getTime() ?? null,
})
