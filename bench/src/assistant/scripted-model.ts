import {
  type ModelRequest,
  type ModelServer,
  type ModelTurn,
  startModelServer,
} from '@assay/server/testing/model-server.ts'
import type { Question } from './questions.ts'

interface ScriptedAnswer {
  facts?: { ref: string; text: string }[]
  error?: string
  note?: string
}

/** A fake model that makes the lookups of a question's entry and repeats their results. */
export async function startScriptedModel(questions: readonly Question[]): Promise<ModelServer> {
  const model = await startModelServer()
  model.respond = (request) => turnOf(questions, request)
  return model
}

function turnOf(questions: readonly Question[], { body }: ModelRequest): ModelTurn {
  const messages = body?.messages ?? []
  const prompt = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const entry = questions.find(({ question }) => prompt.endsWith(`\n\nQuestion: ${question}`))
  if (!entry) return { text: 'I do not know: nobody told me about this question.' }
  const lookups = messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content) as ScriptedAnswer)
  if (lookups.length < entry.calls.length)
    return { calls: entry.calls.map(([name, input]) => ({ name, input })) }
  if (entry.calls.length > 0) return { text: repeat(lookups) }
  return { text: entry.cites.length > 0 ? repeat([factsOf(prompt)]) : 'I do not know: no fact says so.' }
}

/** The initial facts of a conversation, in the line before the question. */
const factsOf = (prompt: string): ScriptedAnswer =>
  JSON.parse(prompt.split('\n').find((line) => line.startsWith('{"facts"')) ?? '{}') as ScriptedAnswer

function repeat(lookups: ScriptedAnswer[]): string {
  const facts = lookups.flatMap((each) => each.facts ?? [])
  if (facts.length > 0) return facts.map(({ text, ref }) => `- ${text} [${ref}]`).join('\n')
  return `I do not know: ${lookups.map(({ error, note }) => error ?? note ?? 'No lookup was made.').join(' ')}`
}
