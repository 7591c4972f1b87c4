import { modelText, type ModelTextKey } from './texts.ts'
import type { AppContext } from '#context.ts'
import { egressOf, exchangeStream } from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'
import { type ChatAnswer, ModelError, readChat, type ToolCall } from './read-chat.ts'
import { hostOf, type ModelService } from './connection.ts'

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls: ToolCall[] }
  | { role: 'tool'; content: string; callId: string }

export interface ChatTool {
  name: string
  description: string
  /** JSON schema. */
  parameters: object
}

export interface ChatRequest {
  messages: readonly ChatMessage[]
  tools: readonly ChatTool[]
  maxTokens: number
  signal: AbortSignal
  onText: (text: string) => void
}

/** One request to an OpenAI-compatible service. Throws ModelError with a displayable message. */
export async function chat(
  config: AppContext['config'],
  service: ModelService,
  request: ChatRequest,
): Promise<ChatAnswer> {
  const body = JSON.stringify(bodyOf(service, request))
  const outgoing = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      'user-agent': 'Assay',
      'content-length': String(Buffer.byteLength(body)),
      // Local services require a key but do not check it.
      authorization: `Bearer ${service.key === '' ? 'none' : service.key}`,
    },
    body,
  }
  const { signal, onText } = request
  try {
    return await exchangeStream(`${service.url}/chat/completions`, outgoing, {
      egress: egressOf(config, 'model'),
      signal,
      async read(response) {
        const { statusCode = 0, headers } = response
        if (statusCode !== 200) throw rejectionOf(service, statusCode, headers['retry-after'])
        return await readChat(response, onText)
      },
    })
  } catch (error) {
    throw asModelError(service, error)
  }
}

/** Only the status is reported, since error bodies may repeat the prompt or the key. */
function rejectionOf(service: ModelService, status: number, retryAfter: string | undefined): ModelError {
  const host = hostOf(service)
  const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? retryAfter : undefined
  return new ModelError(
    modelText(reasonOf(status, seconds !== undefined), { host, status, seconds: seconds ?? '' }),
    status,
  )
}

function reasonOf(status: number, hasDelay: boolean): ModelTextKey {
  if (status === 429) return hasDelay ? 'modelBusyFor' : 'modelBusy'
  if (status === 503) return hasDelay ? 'modelNotReadyFor' : 'modelNotReady'
  return reasons.get(status) ?? 'serviceFailed'
}

const reasons: ReadonlyMap<number, ModelTextKey> = new Map([
  [401, 'modelKeyRefused'],
  [403, 'modelKeyRefused'],
  [404, 'modelUnknown'],
  [413, 'modelRefusedSize'],
])

function asModelError(service: ModelService, error: unknown): unknown {
  if (error instanceof ModelError) return error
  if (error instanceof Problem && error.status === 504)
    return new ModelError(modelText('answerLate', { host: hostOf(service) }))
  if (error instanceof Problem)
    return new ModelError(error.message.replace(/ https?:\/\/\S+/, ` ${hostOf(service)}`))
  return new ModelError(modelText('modelConnectionLost', { host: hostOf(service) }))
}

function bodyOf({ model }: ModelService, { messages, tools, maxTokens }: ChatRequest) {
  return {
    model,
    messages: messages.map(wireMessage),
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0,
    max_tokens: maxTokens,
    ...(tools.length > 0 && {
      tools: tools.map((each) => ({ type: 'function', function: each })),
      tool_choice: 'auto',
    }),
  }
}

function wireMessage(message: ChatMessage) {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content }
  if (message.role !== 'assistant') return message
  const { content, toolCalls } = message
  return {
    role: 'assistant',
    content,
    ...(toolCalls.length > 0 && {
      tool_calls: toolCalls.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: input },
      })),
    }),
  }
}
