import type { contract } from '@assay/contract/contract.ts'
import type { Output } from '@assay/contract/endpoint.ts'
import { listPeopleOf, namePeople } from '#accounts/members/assignee-store.ts'
import type { Caller } from '#auth/scope.ts'
import { listExploitSources } from '#knowledge/advisories/exploited-store.ts'
import type { Database } from '#platform/database/database.ts'
import { readDecisions } from '#triage/decisions/read-decisions.ts'
import { readSsvc } from '#scanning/rules/read-ssvc.ts'
import { listHistory } from './change-store.ts'
import { listComments } from './comment-store.ts'
import type { FindingKey } from './finding-key.ts'
import { findFinding } from './list-store.ts'
import { peopleOf, wireComment, wireFinding, wireHistory } from './wire-finding.ts'

/** undefined if the scope has no such finding. */
export async function readFinding(
  db: Database,
  caller: Caller,
  key: FindingKey,
): Promise<Output<typeof contract.triage.read> | undefined> {
  const { scope } = caller
  const finding = await findFinding(db, scope, key)
  if (!finding) return undefined
  const [comments, history, people, exploitedBy] = await Promise.all([
    listComments(db, scope, key),
    listHistory(db, scope, key),
    listPeopleOf(db, scope, key),
    listExploitSources(db, key),
  ])
  const names = await namePeople(db, scope, peopleOf({ finding, comments, history }))
  const uuids = [finding.decisionUuid, finding.wantedUuid].filter((uuid) => uuid !== null)
  const { decisions } = await readDecisions(db, caller, { uuids })
  const decisionOf = (uuid: string | null) => decisions.find((each) => each.uuid === uuid) ?? null
  return {
    ...wireFinding(finding, names),
    exploitedBy,
    decision: decisionOf(finding.decisionUuid),
    wanted: decisionOf(finding.wantedUuid),
    comments: comments.map((row) => wireComment(row, names)),
    history: history.map((row) => wireHistory(row, names)),
    people,
    ssvc: await readSsvc(db, scope, { ...finding, tags: finding.projectTags }),
  }
}
