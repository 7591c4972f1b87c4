import { readFileSync } from 'node:fs'
import type { KnownFacts } from './known-facts.ts'

/** An entry of questions.json. Placeholders in braces stand for facts of the demo data: see known-facts.ts. */
export interface Question {
  id: string
  question: string
  /** Subject of the conversation; defaults to all projects. advice: id of a vulnerability. */
  about?: { project?: string; branch?: string; advice?: string }
  /** Lookups needed for the answer; empty if the initial facts suffice, or nothing answers it. */
  calls: [tool: string, input: Record<string, string>][]
  /** Each must be in the answer; ' | ' separates alternatives. */
  must: string[]
  /** None of these may be in the answer: texts of a wrong one. */
  mustNot: string[]
  /** Facts that the answer must cite, by kind or with a subject: 'project:shop main'. Empty if there is no answer. */
  cites: string[]
}

/** Reads the questions and fills in the facts. Throws for an unknown placeholder. */
export function readQuestions(known: KnownFacts): Question[] {
  const text = readFileSync(new URL('questions.json', import.meta.url), 'utf8')
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? fill(value, known) : value))
}

const fill = (text: string, known: KnownFacts): string =>
  text.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
    if (!known[name]) throw new Error(`The demo data of today has no ${name}`)
    return known[name]
  })
