import type {
  AssistantConversation,
  AssistantEvent,
  AssistantMessage,
} from '@assay/contract/assistant-conversations.ts'
import { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Language } from '@assay/contract/languages.ts'
import { randomUUID } from 'node:crypto'
import type { Change } from '#auth/router/change.ts'
import { acceptsOnlyJson, Unstreamed } from '#auth/router/reply.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import type { FactContext } from '#assistant/facts/fact.ts'
import { visibilityOf } from '#assistant/facts/visibility.ts'
import { findHiddenProjects } from '#assistant/facts/store.ts'
import { ask, factContextOf } from './ask.ts'
import { currentView } from './current-view.ts'
import { serviceHandlers } from './setup-handlers.ts'
import {
  type ConversationItem,
  deleteConversations,
  deleteOldest,
  findConversation,
  insertConversation,
  listConversations,
  listMessages,
  type Owner,
  ownerOf,
} from './store.ts'
import { findSubject, questionsOf, requireAdvisory, type Subject, titleOf } from './subject.ts'
import { writeSummary } from './write-summary.ts'

/** Conversations per member; the oldest are deleted when a new one is created. */
const maxConversations = 100

type SubjectBody = ParsedInput<typeof contract.barista.createAround>['body']

export function baristaRoutes(context: AppContext): void {
  const { routes, db } = context
  const subjectOf = async (caller: Caller, body: SubjectBody): Promise<Subject> =>
    findSubject(db, caller.scopeFor('reports.read') ?? throwNotFound('project'), body)

  registerRoutes(routes, contract.barista, {
    ...serviceHandlers(context),
    createWithSummary: async ({ caller, body, change }) =>
      create(context, { caller, change }, await subjectOf(caller, body)),
    createAround: async ({ caller, body, change }) =>
      create(context, { caller, change }, requireAdvisory(await subjectOf(caller, body))),
    conversations: async ({ caller }) => {
      const items = await listConversations(db, ownerOf(caller), maxConversations)
      return (await withoutHidden(factContextOf(context, caller), caller, items)).map(wireItem)
    },
    conversation: ({ caller, params, query: { language } }) =>
      readConversation(factContextOf(context, caller), ownerOf(caller), {
        uuid: checked(params.conversationUuid),
        language,
      }),
    async ask({ caller, params, body, change, gone, request }) {
      const conversationUuid = checked(params.conversationUuid)
      const call = { caller, request, conversationUuid, ...body, change, gone }
      const events = await ask(context, call)
      return acceptsOnlyJson(request.headers.accept) ? new Unstreamed(await lastMessage(events)) : events
    },
    remove: ({ caller, params, change }) =>
      change(async (tx) => {
        const owner = ownerOf(caller)
        const uuid = checked(params.conversationUuid)
        const row = (await findConversation(tx, owner, uuid)) ?? throwNotFound('conversation')
        await deleteConversations(tx, owner, uuid)
        return { result: {}, before: { title: row.title } }
      }),
    removeAll: ({ caller, change }) =>
      change(async (tx) => {
        const removed = await deleteConversations(tx, ownerOf(caller))
        return { result: { removed }, before: { conversations: removed } }
      }),
  })
}

async function lastMessage(events: AsyncIterable<AssistantEvent>): Promise<AssistantMessage> {
  for await (const event of events) if (event.type === 'done') return event.message
  throw new Error('The answer ended without a message')
}

async function create(
  context: AppContext,
  { caller, change }: { caller: Caller; change: Change },
  subject: Subject,
): Promise<AssistantConversation> {
  const owner = ownerOf(caller)
  const { project, branch, advisory } = subject
  const facts = factContextOf(context, caller)
  const summary = await writeSummary(facts, subject)
  const title = titleOf(subject)
  const uuid = await change(async (tx) => {
    const uuid = randomUUID()
    const about = { projectUuid: project?.uuid ?? null, branch, advisoryUuid: advisory?.uuid ?? null }
    await insertConversation(tx, owner, { uuid, title, summary, visibility: visibilityOf(facts), ...about })
    await deleteOldest(tx, owner, maxConversations)
    return { result: uuid, target: { conversationUuid: uuid }, after: { title } }
  })
  return readConversation(facts, owner, { uuid })
}

/** A title names its project. */
async function withoutHidden(
  { db, scopes }: FactContext,
  { scope: { accountUuid } }: Caller,
  items: readonly ConversationItem[],
): Promise<ConversationItem[]> {
  const uuids = items.map(({ projectUuid }) => projectUuid)
  const hidden = await findHiddenProjects(db, scopes, { accountUuid, uuids })
  return items.filter(({ projectUuid }) => projectUuid === null || !hidden.has(projectUuid))
}

async function readConversation(
  context: FactContext,
  owner: Owner,
  { uuid, language }: { uuid: string; language?: Language },
): Promise<AssistantConversation> {
  const { db } = context
  const row = (await findConversation(db, owner, uuid)) ?? throwNotFound('conversation')
  const stored = await listMessages(db, owner, { conversationUuid: row.uuid, ...(language && { language }) })
  const { summary, visible } = await currentView(context, row, stored)
  const { projectUuid, advisoryUuid, title } = row
  const subject = {
    project: projectUuid === null ? null : {},
    advisory: advisoryUuid === null ? null : { name: title.split(' in ', 1)[0]! },
  }
  return {
    ...wireItem(row),
    summary,
    questions: questionsOf(subject),
    messages: visible(stored),
  }
}

/** A malformed UUID gets the same 404 as an unknown one. */
const checked = (uuid: string): string =>
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(uuid)
    ? uuid.toLowerCase()
    : throwNotFound('conversation')

const wireItem = (row: ConversationItem) => ({
  id: row.uuid,
  title: row.title,
  subject: { projectUuid: row.projectUuid, branch: row.branch, adviceID: row.advisoryUuid },
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
})
