import type { AssistantEvent } from '@assay/contract/assistant-conversations.ts'
import type { Language } from '@assay/contract/languages.ts'
import type { FastifyRequest } from 'fastify'
import { agentOf } from '#accounts/audit/agent-of.ts'
import type { Change } from '#auth/router/change.ts'
import type { Caller } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { wordedIn } from '#platform/texts/text.ts'
import type { FactContext } from '#assistant/facts/fact.ts'
import { findActiveService, hostOf, type ModelService } from '#assistant/model/connection.ts'
import { isAllowed } from '#assistant/model/store.ts'
import { type Answer, answerQuestion, maxAnswerMs, maxAnswerTokens } from './answer-question.ts'
import { currentView, type CurrentView } from './current-view.ts'
import { isoDay } from '@assay/engine/time.ts'
import { endAnswer } from './end-answer.ts'
import {
  findConversation,
  insertMessage,
  listMessages,
  lockMessage,
  ownerOf,
  touchConversation,
  updateSummary,
} from './store.ts'
import { reserveTokens } from './use-store.ts'

export type AskContext = Pick<AppContext, 'db' | 'config' | 'advisories' | 'numbers' | 'vault'>

export interface AskCall {
  caller: Caller
  request: FastifyRequest
  conversationUuid: string
  question: string
  /** Of the reader. */
  language: Language
  change: Change
  gone: AbortSignal
}

const maxMessages = 100

export const factContextOf = (
  { db, config, advisories, numbers }: AskContext,
  caller: Caller,
): FactContext => ({
  db,
  config,
  advisories,
  numbers,
  scopes: { reports: caller.scopeFor('reports.read'), insights: caller.scopeFor('insights.read') },
})

/** Stores the question before anything is sent, then yields the events of its answer. */
export async function ask(context: AskContext, call: AskCall): Promise<AsyncIterable<AssistantEvent>> {
  const { caller, request, conversationUuid, question, change } = call
  const owner = ownerOf(caller)
  const conversation =
    (await findConversation(context.db, owner, conversationUuid)) ?? throwNotFound('conversation')
  const facts = factContextOf(context, caller)
  const before = await listMessages(context.db, owner, { conversationUuid })
  const view = await currentView(facts, conversation, before)
  const service = await requireService(context, caller)
  const usage = { day: isoDay(new Date()), host: hostOf(service), model: service.model }
  const begun = await change((tx) => begin(tx, call, { service, view, ...usage }))
  const channel = new EventChannel<AssistantEvent>()
  const { title } = conversation
  const work = async () => {
    const answer = await answerQuestion(
      {
        context: facts,
        service,
        signal: AbortSignal.any([call.gone, AbortSignal.timeout(maxAnswerMs)]),
        emit: (event) => channel.push(event),
        onError: (error) => request.log.error({ err: error }, 'The assistant failed'),
      },
      { title, summary: view.summary, history: begun.history, question },
    )
    await finish(context, call, { ...usage, number: begun.number, answer })
    const { host, model } = usage
    const reason = answer.reason === null ? null : wordedIn(call.language, answer.reason)
    const message = { ...answer, reason, number: begun.number, question, host, model, at: begun.at }
    channel.push({ type: 'done', message })
  }
  // The answer stops when the reader disconnects; saving it completes. If that fails, end-overdue-answers-job.ts ends it.
  work()
    .catch((error: unknown) => request.log.error({ err: error }, 'An answer could not be saved'))
    .finally(() => channel.close())
  return channel.read()
}

async function requireService(context: AskContext, { scope }: Caller): Promise<ModelService> {
  const service = await findActiveService(context)
  if (!service) throw new Problem(409, 'notConfigured', 'No model is set up for the assistant')
  if (!(await isAllowed(context.db, scope)))
    throw new Problem(409, 'notConfigured', 'The assistant is off in this account')
  return service
}

interface Begun {
  service: ModelService
  view: CurrentView
  day: string
  host: string
  model: string
}

async function begin(tx: Tx, { caller, conversationUuid, question }: AskCall, begun: Begun) {
  const { service, view, day, host, model } = begun
  const owner = ownerOf(caller)
  // Locks the conversation, so that its questions are answered one at a time.
  await touchConversation(tx, owner, conversationUuid)
  const stored = await listMessages(tx, owner, { conversationUuid })
  if (stored.some(({ message }) => message.state === 'answering'))
    throw new Problem(409, 'conflict', 'The last question is still being answered')
  if (stored.length >= maxMessages)
    throw new Problem(
      409,
      'limitReached',
      `A conversation has at most ${maxMessages} questions. Start a new one`,
    )
  const reserved = { day, host, tokens: maxAnswerTokens, limit: service.dailyTokens }
  if (!(await reserveTokens(tx, owner, reserved)))
    throw new Problem(
      429,
      'dailyLimitReached',
      'You have reached your daily limit for the assistant. It resets at midnight UTC',
    ).withRetryAfter(secondsLeftOfDay())
  const { visibility, summary } = view
  if (view.isRewritten) await updateSummary(tx, owner, { uuid: conversationUuid, summary, visibility })
  const number = (stored.at(-1)?.message.number ?? 0) + 1
  const sent = { requests: 0, characters: 0, lookups: [] }
  await insertMessage(tx, owner, { conversationUuid, number, question, sent, host, model, visibility })
  return {
    result: { number, history: view.visible(stored), at: Date.now() },
    target: { number: String(number) },
    after: { host, model, questionCharacters: question.length },
  }
}

const secondsLeftOfDay = () => 86_400 - (Math.floor(Date.now() / 1000) % 86_400)

interface Finished {
  day: string
  host: string
  model: string
  number: number
  answer: Answer
}

/** Audits what was sent for the account's administrators: counts and tool names only. */
async function finish(
  { db }: AskContext,
  { caller, request, conversationUuid }: AskCall,
  { day, host, model, number, answer }: Finished,
): Promise<void> {
  const owner = ownerOf(caller)
  const { requests, characters, lookups } = answer.sent
  const ended = {
    conversationUuid,
    number,
    day,
    answer,
    by: {
      memberEmail: caller.email,
      credential: `${caller.by.kind} ${caller.by.uuid}`,
      address: request.ip ?? '',
      agent: agentOf(request),
    },
    after: {
      host,
      model,
      requests,
      characters,
      state: answer.state,
      tokens: answer.tokens,
      lookups: lookups.map(({ tool, facts }) => ({ tool, facts })),
    },
  }
  await db.transaction().execute(async (tx) => {
    const message = await lockMessage(tx, owner, { conversationUuid, number })
    // What was sent for a deleted conversation counts as well.
    if (message && message.state !== 'answering') throw new Error('The answer was overdue and has been ended')
    await endAnswer(tx, owner, ended)
  })
}

/** Passes events of an ongoing task to one reader. The task continues without a reader. */
class EventChannel<Event> {
  readonly #waiting: Event[] = []
  #isClosed = false
  #wake: () => void = () => undefined

  push(event: Event): void {
    this.#waiting.push(event)
    this.#wake()
  }

  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  async *read(): AsyncGenerator<Event> {
    for (;;) {
      yield* this.#waiting.splice(0)
      if (this.#waiting.length > 0) continue
      if (this.#isClosed) return
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
