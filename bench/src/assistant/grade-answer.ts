import type { AssistantMessage } from '@assay/contract/assistant-conversations.ts'
import type { Question } from './questions.ts'

/** Why an answer fails; empty if it passes. */
export function gradeAnswer(question: Question, message: AssistantMessage): string[] {
  if (message.state !== 'answered') return [`${message.state}: ${message.reason}`]
  const answer = message.answer.replaceAll(/\[F\d+\]/g, ' ')
  const missing = question.must.filter((fact) => !fact.split(' | ').some((each) => isIn(answer, each)))
  const wrong = question.mustNot.filter((each) => isIn(answer, each))
  const uncited = question.cites.filter((each) => !isCited(message, each))
  return [
    ...missing.map((each) => `says nothing of ${each}`),
    ...wrong.map((each) => `says ${each}`),
    ...uncited.map((each) => `does not cite ${each}`),
    ...message.unsupported.map((each) => `names ${each}, which no fact does`),
  ]
}

/** Expected lookups that were not made. Only the scripted model has to make exactly these. */
export function missingLookups({ calls }: Question, { sent }: AssistantMessage): string[] {
  const made = new Set(sent.lookups.map(({ tool }) => tool))
  return calls.filter(([tool]) => !made.has(tool)).map(([tool]) => `does not look up ${tool}`)
}

/** Only as whole words: 4.17.2 is not in 4.17.21, nor 5 in 15 or 1.5. */
function isIn(answer: string, fact: string): boolean {
  const escaped = plain(fact).replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}]|\d\.)${escaped}(?![\p{L}\p{N}]|\.\d)`, 'u').test(
    plain(answer),
  )
}

/** Normalizes case, spacing and thousands separators. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
    .replaceAll(/\s+/g, ' ')

function isCited({ sources }: AssistantMessage, fact: string): boolean {
  const colon = fact.indexOf(':')
  const kind = colon < 0 ? fact : fact.slice(0, colon)
  const label = colon < 0 ? null : fact.slice(colon + 1)
  return sources.some((source) => source.kind === kind && (label === null || source.label === label))
}
