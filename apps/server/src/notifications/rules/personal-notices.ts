import type { PersonalKind } from '@assay/contract/notification-messages.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { namePeople } from '#accounts/members/assignee-store.ts'
import { accountScope } from '#auth/scope.ts'
import { type Audience, insertInboxMessages } from '#notifications/inbox/store.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import { type Phrase, phrase } from '#notifications/messages/phrases.ts'
import type { Tx } from '#platform/database/database.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import type { OutboxEvent } from '#platform/outbox/events.ts'
import { randomUUID } from 'node:crypto'
import { findProject, nameAdvisory } from './facts-store.ts'

/** What concerns a member in person goes to the inbox without a rule: assignments, mentions, wanted approvals. */
export const personalNotices = defineConsumer({
  name: 'personal-notices',
  types: ['findings.triaged', 'finding.mentioned', 'case.assigned'],
  async handle(tx, _context, event) {
    const { accountUuid } = event
    if (accountUuid === null) return
    if (event.type === 'case.assigned') await tellOwner(tx, accountUuid, event)
    else if (event.type === 'finding.mentioned') await tellMentioned(tx, accountUuid, event)
    else await tellTriaged(tx, accountUuid, event)
  },
})

interface Key {
  advisoryUuid: string
  packageName: string
}

interface Notice {
  audience: Audience
  kind: PersonalKind
  title: Phrase
  details: readonly Phrase[]
  path: string
  at: number
  /** Of the first finding; null if it is about no project. */
  projectUuid: string | null
}

async function tellMentioned(
  tx: Tx,
  accountUuid: string,
  { payload, at }: OutboxEvent<'finding.mentioned'>,
): Promise<void> {
  const { memberUuid: by, memberUuids, projectUuid, text } = payload
  const named = { ...(await nameFinding(tx, payload)), by: await nameMember(tx, accountUuid, by) }
  for (const memberUuid of memberUuids.filter((each) => each !== by))
    await send(tx, accountUuid, {
      audience: { of: 'member', memberUuid },
      kind: 'mentioned',
      title: phrase('mentionedYou', named),
      details: [phrase('verbatim', { text: text.slice(0, 300) })],
      path: `/findings?projectUuid=${projectUuid}`,
      at,
      projectUuid,
    })
}

async function tellOwner(
  tx: Tx,
  accountUuid: string,
  { payload, at }: OutboxEvent<'case.assigned'>,
): Promise<void> {
  const { caseUuid, advisoryUuid, memberUuid: by, ownerUuid: memberUuid } = payload
  if (memberUuid === by) return
  const { id } = await nameFinding(tx, { advisoryUuid, packageName: '' })
  await send(tx, accountUuid, {
    audience: { of: 'member', memberUuid },
    kind: 'assigned',
    title: phrase('caseAssigned', { id, by: await nameMember(tx, accountUuid, by) }),
    details: [],
    path: `/cases/${caseUuid}`,
    at,
    projectUuid: null,
  })
}

async function tellTriaged(
  tx: Tx,
  accountUuid: string,
  { payload, at }: OutboxEvent<'findings.triaged'>,
): Promise<void> {
  const { memberUuid: by, findings } = payload
  const details = payload.reason === '' ? [] : [phrase('verbatim', { text: payload.reason.slice(0, 300) })]
  const name = await nameMember(tx, accountUuid, by)
  const assigned = findings.filter(({ isAssigned, assigneeUuid }) => isAssigned && assigneeUuid !== by)
  for (const [memberUuid, some] of Map.groupBy(assigned, ({ assigneeUuid }) => assigneeUuid)) {
    if (memberUuid === null) continue
    const named = { ...(await nameFinding(tx, some[0]!)), by: name, count: some.length }
    const title = phrase('assignedToYou', named)
    const audience = { of: 'member', memberUuid } as const
    const about = {
      kind: 'assigned',
      path: '/findings?assignee=me',
      at,
      projectUuid: some[0]!.projectUuid,
    } as const
    await send(tx, accountUuid, { audience, title, details, ...about })
  }
  const [wanted, ...others] = findings.filter(({ requestedState }) => requestedState !== null)
  if (!wanted) return
  const named = { ...(await nameFinding(tx, wanted)), by: name, count: others.length + 1 }
  await send(tx, accountUuid, {
    audience: { of: 'administrators', ...(by !== null && { except: by }) },
    kind: 'approvalWanted',
    title: phrase('approvalWanted', named),
    details,
    path: '/decisions?status=waiting',
    at,
    projectUuid: wanted.projectUuid,
  })
}

async function nameFinding(tx: Tx, { advisoryUuid, packageName }: Key) {
  const names = await nameAdvisory(tx, advisoryUuid)
  return { id: displayId({ cve: null, publicId: null, ...names, advisoryUuid }), packageName }
}

async function nameMember(tx: Tx, accountUuid: string, uuid: string | null): Promise<string> {
  const found =
    uuid === null ? undefined : (await namePeople(tx, accountScope(accountUuid), [uuid])).get(uuid)
  return found ? found.name || found.email : 'Assay'
}

async function send(tx: Tx, accountUuid: string, notice: Notice): Promise<void> {
  const { audience, kind, title, details, path, at, projectUuid } = notice
  const project = projectUuid === null ? null : await findProject(tx, { accountUuid, projectUuid })
  const projects = project ? [project.name] : []
  const line = {
    kind,
    severity: null,
    title,
    details,
    count: 1,
    projectCount: projects.length,
    projects,
    path,
  }
  const message: Message = { title: null, digest: null, at, lines: [line], more: 0, total: 1 }
  await insertInboxMessages(tx, { accountUuid, audience }, { uuid: randomUUID(), message })
}
