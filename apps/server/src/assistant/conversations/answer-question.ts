import type {
  AssistantEvent,
  AssistantMessage,
  AssistantSource,
  AssistantSummary,
} from '@assay/contract/assistant-conversations.ts'
import { modelText } from '#assistant/model/texts.ts'
import type { Wording } from '#platform/texts/text.ts'
import { cleanLine } from '#assistant/facts/clean-text.ts'
import { type FactContext, FactList, sourceOf } from '#assistant/facts/fact.ts'
import { lookUp, toolsFor } from '#assistant/facts/tools.ts'
import { chat, type ChatMessage } from '#assistant/model/chat.ts'
import { type ChatAnswer, ModelError, type ToolCall } from '#assistant/model/read-chat.ts'
import type { ModelService } from '#assistant/model/connection.ts'
import { AddressFilter } from '#assistant/facts/addresses.ts'
import { checkAnswer } from './check-answer.ts'
import {
  chatTool,
  historyOf,
  lastStep,
  questionMessage,
  systemMessage,
  writeFacts,
  writeSummaryFacts,
} from './prompt.ts'

/** Token budget of one answer, over all its requests. Reserved in advance to enforce the daily limit. */
export const maxAnswerTokens = 40_000
const maxSteps = 6
/** Time limit of one answer: of each step, the model's service may take five minutes. */
export const maxAnswerMs = maxSteps * 300_000
const maxCallsAtOnce = 4
const maxReplyTokens = 1500
const maxFactCharacters = 6000
/** A conservative estimate for English text and JSON. */
const charactersPerToken = 3

export interface QuestionInput {
  title: string
  summary: AssistantSummary
  history: readonly AssistantMessage[]
  question: string
}

export interface Answering {
  context: FactContext
  service: ModelService
  signal: AbortSignal
  emit: (event: AssistantEvent) => void
  /** Called with internal errors: the answer fails, and the error is logged. */
  onError: (error: unknown) => void
}

export type Answer = Pick<
  AssistantMessage,
  'answer' | 'state' | 'warnings' | 'unsupported' | 'sources' | 'sent' | 'tokens'
> & { reason: Wording | null }

/** Asks the model, runs its tool calls, and checks its answer. Never throws. */
export async function answerQuestion(answering: Answering, input: QuestionInput): Promise<Answer> {
  const run = new Run(answering, input)
  try {
    return await run.toEnd()
  } catch (error) {
    if (answering.signal.aborted) return run.failed('stopped', 'The answer was stopped')
    if (error instanceof ModelError) return run.failed('failed', error.wording)
    answering.onError(error)
    return run.failed('failed', 'Something went wrong')
  }
}

const isSupported = ({ state, warnings }: AssistantMessage) =>
  state === 'answered' && !warnings.includes('uncited') && !warnings.includes('unsupported')

class Run {
  readonly #answering: Answering
  readonly #messages: ChatMessage[]
  readonly #facts = new FactList()
  readonly #known: readonly AssistantSource[]
  /** Earlier answers. */
  readonly #supported: readonly string[]
  readonly #sent: AssistantMessage['sent'] = { requests: 0, characters: 0, lookups: [] }
  #tokens = 0
  #text = ''
  #hasTools = true
  #isPromptTruncated = false
  #earlier: Prompt | null = null
  #isLimited = false

  constructor(answering: Answering, { title, summary, history, question }: QuestionInput) {
    this.#answering = answering
    const room = (answering.service.contextTokens - maxReplyTokens) * charactersPerToken
    const facts = writeSummaryFacts(summary, Math.min(room / 4, 12_000))
    // Numbering continues after the summary's references.
    this.#known = summary.sources
    this.#supported = history.filter(isSupported).map(({ answer }) => answer)
    this.#messages = [
      systemMessage,
      ...historyOf(history, Math.min(room / 6, 8000)),
      questionMessage(title, facts, question),
    ]
  }

  async toEnd(): Promise<Answer> {
    for (let step = 1; ; step++) {
      const isLast = step >= maxSteps || !this.#hasRoom(2)
      if (!this.#hasRoom(1)) throw new ModelError(modelText('questionTooLarge'))
      if (isLast && step > 1) {
        this.#isLimited = true
        this.#messages.push(lastStep)
      }
      const answer = await this.#ask(isLast)
      if (isLast || answer.toolCalls.length === 0) return this.#checked(answer)
      await this.#lookUpAll(answer)
    }
  }

  failed(state: 'stopped' | 'failed', reason: Wording): Answer {
    const { answer, sources } = this.#check(this.#text)
    const tokens = Math.max(this.#tokens, this.#sent.requests > 0 ? this.#estimate() : 0)
    return {
      answer,
      state,
      reason,
      sources,
      tokens,
      sent: this.#sent,
      warnings: [],
      unsupported: [],
    }
  }

  /** Context and answer tokens left for the given number of further requests. */
  #hasRoom(requests: number): boolean {
    const next = this.#estimate() + maxReplyTokens
    const grown = (requests - 1) * Math.ceil(maxFactCharacters / charactersPerToken)
    const { contextTokens } = this.#answering.service
    return next + grown <= contextTokens && this.#tokens + requests * next + grown <= maxAnswerTokens
  }

  #estimate = () => Math.ceil(this.#size() / charactersPerToken)
  #size = () => JSON.stringify(this.#messages).length + (this.#hasTools ? 3500 : 0)

  async #ask(isLast: boolean): Promise<ChatAnswer> {
    const { context, service, signal, emit } = this.#answering
    const tools = this.#hasTools && !isLast ? toolsFor(context).map(chatTool) : []
    const characters = JSON.stringify([this.#messages, tools]).length
    const sent = { characters, hasTools: tools.length > 0 }
    const show = (text: string) => void (text !== '' && emit({ type: 'text', text }))
    const filter = new AddressFilter()
    this.#text = ''
    this.#sent.requests++
    this.#sent.characters += characters
    try {
      const answer = await chat(context.config, service, {
        messages: this.#messages,
        tools,
        maxTokens: maxReplyTokens,
        signal,
        onText: (text) => {
          this.#text += text
          show(filter.push(text))
        },
      })
      show(filter.end())
      this.#count(answer, sent)
      return answer
    } catch (error) {
      // Servers without tool support answer 400; the prompt has the summary's facts.
      if (!(error instanceof ModelError) || error.status !== 400 || tools.length === 0) throw error
      this.#hasTools = false
      return this.#ask(isLast)
    }
  }

  #count({ usage, text }: ChatAnswer, sent: Omit<Prompt, 'tokens'>): void {
    this.#tokens += usage?.total ?? this.#estimate() + Math.ceil(text.length / charactersPerToken)
    if (!usage) return
    const prompt = { ...sent, tokens: usage.prompt }
    if (isPromptTruncated(prompt, this.#earlier)) this.#isPromptTruncated = true
    this.#earlier = prompt
  }

  async #lookUpAll({ text, toolCalls }: ChatAnswer): Promise<void> {
    const calls = toolCalls.slice(0, maxCallsAtOnce)
    this.#messages.push({ role: 'assistant', content: text, toolCalls: calls })
    for (const call of calls) {
      const content = await this.#lookUp(call)
      this.#messages.push({ role: 'tool', callId: call.id, content })
    }
  }

  async #lookUp({ name, input }: ToolCall): Promise<string> {
    const { context, signal, emit } = this.#answering
    signal.throwIfAborted()
    const shown = { tool: cleanLine(name, 60), input: cleanLine(input, 300) }
    emit({ type: 'tool', ...shown })
    const found = await lookUp(context, { name, input })
    const isText = typeof found === 'string'
    this.#sent.lookups.push({ ...shown, facts: isText ? 0 : found.length })
    if (isText) return JSON.stringify({ error: found })
    if (found.length === 0) return JSON.stringify({ facts: [], note: 'Nothing was found.' })
    // Summaries get the first references; new ones follow.
    const facts = this.#facts.add(found).map((fact) => ({ ...fact, ref: this.#shift(fact.ref) }))
    const fitting = facts.filter(
      (_, index) => writeFacts(facts.slice(0, index + 1)).length <= maxFactCharacters,
    )
    return writeFacts(fitting.length > 0 ? fitting : facts.slice(0, 1))
  }

  #shift = (ref: string) => `F${Number(ref.slice(1)) + this.#known.length}`

  #check(text: string) {
    const added = this.#facts.all.map(sourceOf).map((each) => ({ ...each, ref: this.#shift(each.ref) }))
    // Neither the model's rules nor its own statements are evidence, except those that facts were found for.
    const sources = this.#messages.filter(({ role }) => role === 'tool' || role === 'user')
    const read = [...this.#supported, ...sources.map(({ content }) => content)].join('\n')
    return checkAnswer({ text, sources: [...this.#known, ...added], read })
  }

  #checked({ text, finish }: ChatAnswer): Answer {
    if (finish === 'content_filter') throw new ModelError(modelText('modelFiltered'))
    if (text.trim() === '') throw new ModelError(modelText('modelSilent'))
    const { warnings, ...checked } = this.#check(text)
    const isLimited = this.#isLimited || finish === 'length'
    return {
      ...checked,
      state: 'answered',
      reason: null,
      warnings: [
        ...warnings,
        ...(isLimited ? (['limited'] as const) : []),
        ...(this.#isPromptTruncated ? (['promptCut'] as const) : []),
      ],
      sent: this.#sent,
      tokens: this.#tokens,
    }
  }
}

interface Prompt {
  /** Length of what was sent. */
  characters: number
  /** As counted by the service. */
  tokens: number
  /** Whether the tools were part of it. */
  hasTools: boolean
}

/** English text has about 4.5, JSON and package names fewer. */
const maxCharactersPerToken = 6

/**
 * Whether the service seems to have cut off the prompt: some do so silently if it exceeds their context, Ollama by
 * default at 4,096 tokens. The count is then too low for what was sent, or does not grow with what was added to the
 * earlier prompt of the same answer.
 */
export function isPromptTruncated(prompt: Prompt, earlier: Prompt | null): boolean {
  const isTooFew = prompt.tokens * maxCharactersPerToken < prompt.characters
  // The last prompt of an answer contains what was in the earlier ones, but not the tools.
  if (isTooFew || earlier === null || earlier.hasTools !== prompt.hasTools) return isTooFew
  const addedCharacters = prompt.characters - earlier.characters
  return (prompt.tokens - earlier.tokens) * maxCharactersPerToken < addedCharacters
}
