import { z } from 'zod'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** Where to find a fact in the web app. */
export const AssistantSource = named('AssistantSource', {
  /** The id cited in answers, such as 'F3'. */
  ref: z.string(),
  label: z.string(),
  kind: z.enum(['overview', 'project', 'vulnerability', 'fixes', 'component']),
  projectUuid: Uuid.nullable(),
  branch: z.string().nullable(),
  /** CVE or uuid of a vulnerability, name of a component. */
  name: z.string().nullable(),
})
export type AssistantSource = z.infer<typeof AssistantSource>

/** Written by the server from its own data, without a model. */
export const AssistantSummary = named('AssistantSummary', {
  sections: z.array(
    z.object({ heading: z.string(), lines: z.array(z.object({ text: z.string(), ref: z.string() })) }),
  ),
  sources: z.array(AssistantSource),
})
export type AssistantSummary = z.infer<typeof AssistantSummary>

/**
 * uncited: the answer cites no fact. unsupported: it names what no fact contains. limited: it ran out of steps or
 * tokens. promptCut: the model service truncated the prompt.
 */
export const answerWarnings = ['uncited', 'unsupported', 'limited', 'promptCut'] as const

export const AssistantMessage = named('AssistantMessage', {
  number: z.int(),
  question: z.string(),
  /** Plain text with references such as [F3]; '' while incomplete. */
  answer: z.string(),
  state: z.enum(['answering', 'answered', 'stopped', 'failed']),
  /** Why it failed, as a message for the user. */
  reason: z.string().nullable(),
  warnings: z.array(z.enum(answerWarnings)),
  /** Vulnerabilities, versions and numbers of findings in the answer but in no fact. */
  unsupported: z.array(z.string()),
  sources: z.array(AssistantSource),
  /** Facts sent to the model besides the question. */
  sent: z.object({
    requests: z.int(),
    characters: z.int(),
    lookups: z.array(z.object({ tool: z.string(), input: z.string(), facts: z.int() })),
  }),
  model: z.string(),
  host: z.string(),
  tokens: z.int(),
  at: EpochMs,
})
export type AssistantMessage = z.infer<typeof AssistantMessage>

const Item = {
  id: Uuid,
  title: z.string(),
  subject: z.object({
    projectUuid: Uuid.nullable(),
    branch: z.string().nullable(),
    /** The vulnerability's uuid. */
    adviceID: Uuid.nullable(),
  }),
  createdAt: EpochMs,
  updatedAt: EpochMs,
}
export const AssistantItem = named('AssistantConversationItem', Item)
export type AssistantItem = z.infer<typeof AssistantItem>

export const AssistantConversation = named('AssistantConversation', {
  ...Item,
  summary: AssistantSummary,
  /** Suggested questions. */
  questions: z.array(z.string()),
  messages: z.array(AssistantMessage),
})
export type AssistantConversation = z.infer<typeof AssistantConversation>

/** tool: facts are being looked up, and earlier text is not part of the answer. done is the last event. */
export const AssistantEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('tool'), tool: z.string(), input: z.string() }),
    z.object({ type: z.literal('done'), message: AssistantMessage }),
  ])
  .meta({ id: 'AssistantEvent' })
export type AssistantEvent = z.infer<typeof AssistantEvent>

const Named = z.string().trim().max(200).optional()
/** Only the ids are used: the server looks up the facts itself. */
const AdviceNames = { id: Named, uuid: Named, adviceID: Named, cve: Named.nullable() }

/** An advice as in reports, as the body or under `advice`, with its context. */
export const ConversationSubject = {
  ...AdviceNames,
  advice: z.object(AdviceNames).optional(),
  projectUuid: Uuid.optional(),
  branch: z.string().min(1).max(250).optional(),
}
