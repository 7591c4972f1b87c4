import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import { randomUUID } from 'node:crypto'
import { listPeopleOf, namePeople } from '#accounts/members/assignee-store.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import {
  type CommentRow,
  deleteComment,
  insertComment,
  lockOwnComment,
  updateComment,
} from './comment-store.ts'
import { keyOf } from './finding-key.ts'
import { lockFindings } from './state-store.ts'
import { wireComment } from './wire-finding.ts'

type NewBody = ParsedInput<typeof contract.triage.comment>['body']

/** Throws Problem 404 for a finding out of scope. */
export async function addComment(
  tx: Tx,
  { scope, memberUuid }: Caller,
  { finding, text, mentions }: NewBody,
) {
  const key = keyOf(finding) ?? throwNotFound('finding')
  const [known] = await lockFindings(tx, scope, { wanted: [key], deciding: null })
  if (!known) throwNotFound('finding')
  const mentioned = await visible(tx, scope, { projectUuid: key.projectUuid, mentions })
  const row = await insertComment(tx, scope, {
    ...key,
    uuid: randomUUID(),
    text,
    mentions: mentioned,
    memberUuid,
  })
  await tell(tx, scope, { row, memberUuids: mentioned })
  const result = await wire(tx, scope, row)
  return { result, target: { commentUuid: row.uuid }, after: { ...finding, text } }
}

interface ChangedComment {
  uuid: string
  text: string
  mentions: readonly string[]
}

/** Only those who were not mentioned before are told. */
export async function changeComment(
  tx: Tx,
  { scope, memberUuid }: Caller,
  { uuid, text, mentions }: ChangedComment,
) {
  const before = await findOwn(tx, scope, { uuid, memberUuid })
  const mentioned = await visible(tx, scope, { projectUuid: before.projectUuid, mentions })
  const row = await updateComment(tx, scope, { uuid: before.uuid, text, mentions: mentioned })
  await tell(tx, scope, { row, memberUuids: mentioned.filter((each) => !before.mentions.includes(each)) })
  const result = await wire(tx, scope, row)
  return { result, before: { text: before.text }, after: { text } }
}

export async function removeComment(tx: Tx, { scope, memberUuid }: Caller, uuid: string) {
  const before = await findOwn(tx, scope, { uuid, memberUuid })
  await deleteComment(tx, scope, before.uuid)
  return { result: {}, before: { text: before.text } }
}

const findOwn = async (tx: Tx, scope: Scope, { uuid, memberUuid }: { uuid: string; memberUuid: string }) =>
  (isUuid(uuid) && (await lockOwnComment(tx, scope, { uuid: uuid.toLowerCase(), memberUuid }))) ||
  throwNotFound('comment')

async function visible(
  tx: Tx,
  scope: Scope,
  { projectUuid, mentions }: { projectUuid: string; mentions: readonly string[] },
): Promise<string[]> {
  if (mentions.length === 0) return []
  return (await listPeopleOf(tx, scope, { projectUuid, uuids: mentions })).map(({ uuid }) => uuid)
}

async function wire(tx: Tx, scope: Scope, row: CommentRow) {
  return wireComment(row, await namePeople(tx, scope, [row.memberUuid, ...row.mentions]))
}

async function tell(
  tx: Tx,
  scope: Scope,
  { row, memberUuids }: { row: CommentRow; memberUuids: string[] },
): Promise<void> {
  if (memberUuids.length === 0 || row.memberUuid === null) return
  const { uuid: commentUuid, memberUuid, projectUuid, advisoryUuid, ecosystem, packageName, text } = row
  const payload = {
    commentUuid,
    memberUuid,
    memberUuids,
    projectUuid,
    advisoryUuid,
    ecosystem,
    packageName,
    text,
  }
  await writeEvents(tx, scope.accountUuid, [{ type: 'finding.mentioned', payload }])
}
