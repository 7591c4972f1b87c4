import { parseJson } from '@assay/text/parse-json.ts'
import { WordedError, type Wording } from '#platform/texts/text.ts'
import { modelText } from './texts.ts'
import { z } from 'zod'

export interface ToolCall {
  id: string
  name: string
  /** JSON as written by the model. */
  input: string
}

/** A service's response to one request. */
export interface ChatAnswer {
  text: string
  toolCalls: ToolCall[]
  /** 'stop', 'length', 'tool_calls', …; null if the service reported none. */
  finish: string | null
  /** null if the service does not report usage. */
  usage: { prompt: number; total: number } | null
}

/** An error of the service or its response. The message is displayable and contains no secrets. */
export class ModelError extends WordedError {
  override readonly name = 'ModelError'
  /** The HTTP status; 0 if there was no response or it was interrupted. */
  readonly status: number
  constructor(wording: Wording, status = 0) {
    super(wording)
    this.status = status
  }
}

const CallPart = z.object({
  index: z.number().int().min(0).max(50).nullish(),
  id: z.string().max(500).nullish(),
  function: z.object({ name: z.string().max(200).nullish(), arguments: z.string().nullish() }).nullish(),
})
const Turn = z.object({ content: z.string().nullish(), tool_calls: z.array(CallPart).max(50).nullish() })
const Chunk = z.object({
  choices: z
    .array(z.object({ delta: Turn.nullish(), message: Turn.nullish(), finish_reason: z.string().nullish() }))
    .nullish(),
  usage: z.object({ prompt_tokens: z.number().nullish(), total_tokens: z.number().nullish() }).nullish(),
  error: z.unknown().optional(),
})

/** Maximum answer length, to stop a model that repeats itself. */
const maxCharacters = 24_000
const maxInputCharacters = 8000
const maxLineCharacters = 1_000_000

/** Reads server-sent events as they arrive, or one JSON document. Throws ModelError for anything else. */
export async function readChat(
  body: AsyncIterable<Uint8Array>,
  onText: (text: string) => void,
): Promise<ChatAnswer> {
  const reading = new Reading(onText)
  for await (const line of linesOf(body)) if (reading.take(line)) break
  return reading.end()
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r/)
    rest = lines.pop()!
    yield* lines
    if (rest.length > maxLineCharacters) throw new ModelError(modelText('modelLineTooLong'))
  }
  if (rest !== '') yield rest
}

class Reading {
  readonly #onText: (text: string) => void
  readonly #calls: ToolCall[] = []
  readonly #answer: ChatAnswer = { text: '', toolCalls: [], finish: null, usage: null }
  #isDone = false
  #isEvents = false
  #other = ''

  constructor(onText: (text: string) => void) {
    this.#onText = onText
  }

  /** Whether the stream is complete. */
  take(line: string): boolean {
    if (line.startsWith('data:')) {
      this.#isEvents = true
      const data = line.slice(5).trim()
      if (data === '[DONE]') this.#isDone = true
      else if (data !== '') this.#takeChunk(data)
    } else if (!this.#isEvents && !/^(?::|event:|id:|retry:)/.test(line)) this.#other += `${line}\n`
    if (this.#other.length > maxLineCharacters) throw new ModelError(modelText('modelAnswerUnexpected'))
    return this.#isDone
  }

  end(): ChatAnswer {
    // Some services do not stream.
    if (!this.#isEvents) this.#takeChunk(this.#other)
    else if (!this.#isDone && this.#answer.finish === null) throw new ModelError(modelText('modelEndedEarly'))
    const toolCalls = this.#calls.filter(({ name }) => name !== '')
    return { ...this.#answer, toolCalls }
  }

  #takeChunk(text: string): void {
    const chunk = Chunk.safeParse(parseJson(text)).data
    if (!chunk) throw new ModelError(modelText('modelAnswerUnexpected'))
    if (chunk.error != null) throw new ModelError(modelText('modelReportedError'))
    const { prompt_tokens: prompt, total_tokens: total } = chunk.usage ?? {}
    if (prompt != null) this.#answer.usage = { prompt, total: total ?? prompt }
    const choice = chunk.choices?.[0]
    if (!choice) return
    this.#answer.finish = choice.finish_reason ?? this.#answer.finish
    const turn = choice.delta ?? choice.message
    if (turn?.content) this.#takeText(turn.content)
    turn?.tool_calls?.forEach((part, position) => this.#takeCall(part, part.index ?? position))
  }

  #takeText(text: string): void {
    const left = maxCharacters - this.#answer.text.length
    const added = text.slice(0, left)
    this.#answer.text += added
    this.#onText(added)
    if (text.length < left) return
    this.#answer.finish = 'length'
    this.#isDone = true
  }

  #takeCall(part: z.infer<typeof CallPart>, index: number): void {
    const { id, function: called } = part
    const current = this.#calls[index]
    const position = current && isOther(current, part) ? this.#calls.length : index
    const call = this.#calls[position] ?? { id: `call_${position}`, name: '', input: '' }
    // Only the first chunk has id and name.
    const input = (call.input + (called?.arguments ?? '')).slice(0, maxInputCharacters)
    this.#calls[position] = { id: id || call.id, name: called?.name || call.name, input }
  }
}

/** Some services send every call whole, with the same index or none. */
function isOther({ id: knownId, name, input }: ToolCall, { id, function: called }: z.infer<typeof CallPart>) {
  if (name === '' || !called?.name) return false
  return id ? id !== knownId : parseJson(input) !== undefined
}
