import { parseJson } from '@assay/text/parse-json.ts'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ModelRequest {
  path: string
  headers: IncomingHttpHeaders
  /** undefined: not JSON. */
  body:
    | {
        model: string
        messages: { role: string; content: string; tool_calls?: unknown[]; tool_call_id?: string }[]
        tools?: { function: { name: string } }[]
        max_tokens: number
      }
    | undefined
}

/** The model's next step: it answers, calls a tool, or its service fails. */
export type ModelTurn =
  | { text: string; finish?: string; usage?: { prompt_tokens: number; total_tokens: number } | null }
  | { calls: { name: string; input: object | string }[]; usage?: null }
  | { status: number; headers?: Record<string, string>; body?: string }
  /** half: stops within an answer. endless: never stops. silent: sends nothing. whole: does not stream. */
  | { fault: 'half' | 'endless' | 'garbage' | 'error' | 'silent' | 'cut' }
  | { whole: string }

export interface ModelServer {
  /** Including /v1. */
  url: string
  requests: ModelRequest[]
  /** Used one after the other; after that, `answer` decides. */
  turns: ModelTurn[]
  respond: (request: ModelRequest) => ModelTurn
  /** Longer prompts are cut silently. */
  contextTokens: number
  stop(): Promise<void>
}

/** Imitates an OpenAI-compatible service, following a script. */
export async function startModelServer(): Promise<ModelServer> {
  const server = createServer((incoming, response) => {
    void (async () => {
      const sent = await text(incoming)
      const request = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: parseJson(sent) as ModelRequest['body'],
      }
      if (request.path.endsWith('/models')) answerModels(response)
      else {
        running.requests.push(request)
        const prompt = Math.min(tokensOf(request), running.contextTokens)
        await send(response, running.turns.shift() ?? running.respond(request), prompt)
      }
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const running: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    turns: [],
    respond: () => ({ text: 'I do not know.' }),
    contextTokens: Infinity,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return running
}

const charactersPerToken = 4
const tokensOf = ({ body }: ModelRequest) =>
  Math.ceil(JSON.stringify([body?.messages, body?.tools]).length / charactersPerToken)

const answerModels = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}')

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

async function send(response: ServerResponse, turn: ModelTurn, promptTokens: number): Promise<void> {
  if ('status' in turn) {
    const body = turn.body ?? '{"error":{"message":"no","type":"t","code":"c"}}'
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers }).end(body)
    return
  }
  if ('fault' in turn && turn.fault === 'cut') {
    response.destroy()
    return
  }
  if ('whole' in turn) {
    const choices = [{ message: { role: 'assistant', content: turn.whole }, finish_reason: 'stop' }]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if ('fault' in turn) return sendFault(response, turn.fault)
  if ('calls' in turn) sendCalls(response, turn.calls)
  else sendText(response, turn)
  const reported = { prompt_tokens: promptTokens, total_tokens: promptTokens + 100 }
  const usage = turn.usage === undefined ? reported : turn.usage
  if (usage !== null) response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`)
  response.end('data: [DONE]\n\n')
}

function sendText(response: ServerResponse, turn: Extract<ModelTurn, { text: string }>): void {
  response.write(': a comment\n\n')
  response.write(chunk({ role: 'assistant', content: null }))
  for (const piece of turn.text.match(/.{1,7}/gsu) ?? []) response.write(chunk({ content: piece }))
  response.write(chunk({}, turn.finish ?? 'stop'))
}

/** Streamed in parts; only the first one has id and name. */
function sendCalls(response: ServerResponse, calls: { name: string; input: object | string }[]): void {
  calls.forEach(({ name, input }, index) => {
    const written = typeof input === 'string' ? input : JSON.stringify(input)
    const [first, rest] = [written.slice(0, 3), written.slice(3)]
    const part = (more: object) => response.write(chunk({ tool_calls: [{ index, ...more }] }))
    part({ id: `call-${index}`, type: 'function', function: { name, arguments: first } })
    part({ function: { arguments: rest } })
  })
  response.write(chunk({}, 'tool_calls'))
}

async function sendFault(response: ServerResponse, fault: string): Promise<void> {
  if (fault === 'garbage') response.end('data: {"choices": 7\n\ndata: <html>\n\n')
  else if (fault === 'half') response.end(chunk({ content: 'The answer is' }))
  else if (fault === 'error') response.end('data: {"error":{"message":"secret-canary","type":"t"}}\n\n')
  else if (fault === 'endless') {
    const aborter = new AbortController()
    response.once('close', () => aborter.abort())
    while (!aborter.signal.aborted)
      if (!response.write(chunk({ content: 'again and again ' })))
        await once(response, 'drain', { signal: aborter.signal }).catch(() => undefined)
  }
}
