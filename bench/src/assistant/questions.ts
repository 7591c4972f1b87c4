import { readFileSync } from 'node:fs'
import type { KnownFacts } from './known-facts.ts'

/** An entry of questions.json. Braces in its texts stand for facts of the demo data of the day: see known-facts.ts. */
export interface Question {
  id: string
  question: string
  /** Left out: all projects. advice: a vulnerability's id. */
  about?: { project?: string; branch?: string; advice?: string }
  /** What a look-up needs; none: the facts that a conversation begins with, or nothing answers it. */
  calls: [tool: string, input: Record<string, string>][]
  /** Each must be in the answer; ' | ' stands between wordings of one. */
  must: string[]
  mustNot?: string[]
  /** Kinds of the facts that the answer must cite, with or without what of: 'project:shop main'. None: it has no answer. */
  cites: string[]
}

/** With the facts of the day. Throws for one that nobody knows. */
export function readQuestions(known: KnownFacts): Question[] {
  const text = readFileSync(new URL('questions.json', import.meta.url), 'utf8')
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? fill(value, known) : value))
}

const fill = (text: string, known: KnownFacts): string =>
  text.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
    if (!known[name]) throw new Error(`The demo data of today has no ${name}`)
    return known[name]
  })
