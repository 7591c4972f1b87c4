import type { AssistantMessage, AssistantSource } from '@assay/contract/assistant-conversations.ts'
import { answerWithoutAddresses } from '#assistant/facts/addresses.ts'
import { unknownAnswer } from './prompt.ts'
import { unsupportedClaims } from './unsupported-claims.ts'

interface Checked {
  answer: string
  sources: AssistantSource[]
  unsupported: string[]
  warnings: AssistantMessage['warnings']
}

const citation = /( ?)\[(F\d+(?:\s*[,;]\s*F\d+)*)\]/g

interface AnswerInput {
  text: string
  /** References of all facts given to the model. */
  sources: readonly AssistantSource[]
  /** All text given to the model. */
  read: string
}

/** Checks an answer against the facts without interpreting it. Statements of the model alone are never shown as facts. */
export function checkAnswer({ text, sources, read }: AnswerInput): Checked {
  const sourcesByRef = new Map(sources.map((source) => [source.ref, source]))
  const cited = new Set<string>()
  const answer = answerWithoutAddresses(text)
    .replaceAll(citation, (_, space: string, list: string) => {
      const refs = list.split(/\s*[,;]\s*/).filter((ref) => sourcesByRef.has(ref))
      refs.forEach((ref) => cited.add(ref))
      return refs.length === 0 ? '' : space + refs.map((ref) => `[${ref}]`).join(' ')
    })
    .trim()
  const unsupported = unsupportedClaims(answer, { read, cited: cited.size }).slice(0, 20)
  const isUncited = cited.size === 0 && !answer.toLowerCase().includes(unknownAnswer.toLowerCase())
  return {
    answer,
    sources: sources.filter(({ ref }) => cited.has(ref)),
    unsupported,
    warnings: [
      ...(isUncited ? (['uncited'] as const) : []),
      ...(unsupported.length > 0 ? (['unsupported'] as const) : []),
    ],
  }
}
