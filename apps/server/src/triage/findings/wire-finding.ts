import type { FindingComment, FindingHistoryEntry, TriagedFinding } from '@assay/contract/triage.ts'
import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AssigneeRow } from '#accounts/members/assignee-store.ts'
import { ssvcRanks } from '#scanning/scans/priority-store.ts'
import type { ChangedValue, HistoryRow } from './change-store.ts'
import type { CommentRow } from './comment-store.ts'
import type { ListedFinding } from './list-store.ts'

export type People = ReadonlyMap<string, AssigneeRow>

const personOf = (people: People, uuid: string | null) => (uuid === null ? null : (people.get(uuid) ?? null))

export const wireFinding = (row: ListedFinding, people: People): TriagedFinding => ({
  projectUuid: row.projectUuid,
  ecosystem: row.ecosystem,
  package: row.displayName,
  advisoryUuid: row.advisoryUuid,
  projectName: row.projectName,
  projectUrl: row.projectUrl,
  branch: row.branch,
  branches: row.branches,
  displayId: displayId(row),
  cve: row.cve,
  severity: toWireSeverity[row.severity as Severity],
  isKnownExploited: row.isKnownExploited,
  priority: row.priority === null ? null : (ssvcRanks[row.priority] ?? null),
  fixedVersions: fixesOf(row),
  since: row.since.getTime(),
  state: stateOf(row),
  wantedUuid: row.wantedUuid,
  assignee: personOf(people, row.assigneeUuid),
  dueDate: row.dueOn,
  isDueDateSet: row.isDueDateSet,
  isOverdue: row.isOverdue,
})

/** Fixed comes by itself: it is addressed everywhere. */
const stateOf = ({ state, isOpen, endKind }: ListedFinding): TriagedFinding['state'] =>
  !isOpen && (endKind === 'upgraded' || endKind === 'removed') ? 'fixed' : (state as TriagedFinding['state'])

function fixesOf({ ecosystem, versions, fixedVersions }: ListedFinding): string[] {
  const affected = versions.filter(({ to }) => to === null).map(({ version }) => version)
  return nearestFixes({ ecosystem, versions: affected, fixedVersions })
}

export const wireComment = (row: CommentRow, people: People): FindingComment => ({
  uuid: row.uuid,
  author: personOf(people, row.memberUuid),
  authorName: row.author,
  text: row.text,
  mentions: row.mentions.flatMap((uuid) => people.get(uuid) ?? []),
  createdAt: row.createdAt.getTime(),
  editedAt: row.editedAt?.getTime() ?? null,
})

export const wireHistory = (row: HistoryRow, people: People): FindingHistoryEntry => ({
  changeUuid: row.changeUuid,
  at: row.at.getTime(),
  member: personOf(people, row.memberUuid),
  kind: row.kind,
  before: textOf(row.before, people),
  after: textOf(row.after, people),
  reason: row.reason,
})

function textOf({ state, memberUuid, day }: ChangedValue, people: People): string | null {
  if (memberUuid) return people.get(memberUuid)?.name ?? memberUuid
  return state ?? day ?? null
}

/** Members whom a finding's discussion and history name. */
export const peopleOf = (rows: {
  finding: ListedFinding
  comments: readonly CommentRow[]
  history: readonly HistoryRow[]
}): (string | null)[] => [
  rows.finding.assigneeUuid,
  ...rows.comments.flatMap(({ memberUuid, mentions }) => [memberUuid, ...mentions]),
  ...rows.history.flatMap(({ memberUuid, before, after }) => [
    memberUuid,
    before.memberUuid ?? null,
    after.memberUuid ?? null,
  ]),
]
