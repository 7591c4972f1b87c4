import { z } from 'zod'
import { endpoints, eventStream } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { noCredentials } from '@assay/engine/url-credentials.ts'

/** Where to find a fact in the web app. */
export const AssistantSource = z
  .object({
    /** The id cited in answers, such as 'F3'. */
    ref: z.string(),
    label: z.string(),
    kind: z.enum(['overview', 'project', 'vulnerability', 'fixes', 'component']),
    projectUuid: Uuid.nullable(),
    branch: z.string().nullable(),
    /** CVE or uuid of a vulnerability, name of a component. */
    name: z.string().nullable(),
  })
  .meta({ id: 'AssistantSource' })
export type AssistantSource = z.infer<typeof AssistantSource>

/** Written by the server from its own data, without a model. */
export const AssistantSummary = z
  .object({
    sections: z.array(
      z.object({ heading: z.string(), lines: z.array(z.object({ text: z.string(), ref: z.string() })) }),
    ),
    sources: z.array(AssistantSource),
  })
  .meta({ id: 'AssistantSummary' })
export type AssistantSummary = z.infer<typeof AssistantSummary>

/**
 * uncited: the answer cites no fact. unsupported: it names vulnerabilities that no fact contains. limited: it ran out
 * of steps or tokens. promptCut: the model service truncated the prompt.
 */
export const answerWarnings = ['uncited', 'unsupported', 'limited', 'promptCut'] as const

export const AssistantMessage = z
  .object({
    number: z.int(),
    question: z.string(),
    /** Plain text with references such as [F3]; '' while incomplete. */
    answer: z.string(),
    state: z.enum(['answering', 'answered', 'stopped', 'failed']),
    /** Why it failed, as a message for the user. */
    reason: z.string().nullable(),
    warnings: z.array(z.enum(answerWarnings)),
    /** Vulnerabilities named in the answer but in no fact. */
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
  .meta({ id: 'AssistantMessage' })
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
export const AssistantItem = z.object(Item).meta({ id: 'AssistantConversationItem' })
export type AssistantItem = z.infer<typeof AssistantItem>

export const AssistantConversation = z
  .object({
    ...Item,
    summary: AssistantSummary,
    /** Suggested questions. */
    questions: z.array(z.string()),
    messages: z.array(AssistantMessage),
  })
  .meta({ id: 'AssistantConversation' })
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
const Subject = {
  ...AdviceNames,
  advice: z.object(AdviceNames).optional(),
  projectUuid: Uuid.optional(),
  branch: z.string().min(1).max(250).optional(),
}

const ServiceUrl = z
  .string()
  .trim()
  .min(1, 'The address is missing')
  .max(2000)
  .regex(/^https?:\/\/[^?#\s]+$/, 'This is not an address such as https://models.example.org/v1')
  .refine(noCredentials.check, noCredentials.message)

const Limits = {
  /** Tokens a member may use per UTC day. */
  dailyTokens: z.int().min(40_000).max(100_000_000).default(400_000),
  /** The model's context size: services truncate longer prompts. */
  contextTokens: z.int().min(4000).max(1_000_000).default(16_000),
}

/** Without the key. */
export const AssistantService = z
  .object({
    isConfigured: z.boolean(),
    isActive: z.boolean(),
    url: z.string(),
    model: z.string(),
    hasKey: z.boolean(),
    dailyTokens: z.int(),
    contextTokens: z.int(),
    updatedAt: EpochMs.nullable(),
  })
  .meta({ id: 'AssistantService' })
export type AssistantService = z.infer<typeof AssistantService>

const ServiceChange = z.object({
  isActive: z.boolean().default(true),
  url: ServiceUrl,
  model: z.string().trim().min(1, 'The model is missing').max(200),
  /** Omitted: keep the key if the address stays the same. Empty: no key. */
  key: z
    .string()
    .trim()
    .max(2000)
    .regex(/^[\x21-\x7e]*$/, 'A key has no spaces')
    .optional(),
  ...Limits,
})

const State = z
  .object({
    /** unconfigured: the operator has not set up a model. off: the account has not turned the assistant on. */
    status: z.enum(['on', 'off', 'unconfigured']),
    /** Host that questions are sent to; null if none. */
    host: z.string().nullable(),
    model: z.string().nullable(),
    /** Usage of the caller today. */
    usedTokens: z.int(),
    dailyTokens: z.int(),
    /** Whether the caller has ever asked a question. */
    hasAsked: z.boolean(),
    isAllowed: z.boolean(),
    /** Whether the caller may set up the model service. */
    isOperator: z.boolean(),
  })
  .meta({ id: 'AssistantState' })
export type AssistantState = z.infer<typeof State>

const base = '/api/v1/barista'
const conversations = `${base}/conversations` as const

/** The assistant answers from the product's own data, using a model that the operator has set up. */
export const barista = endpoints({
  ping: {
    method: 'GET',
    path: '/admin/server/barista/ping',
    permission: 'account.read',
    summary: "Health of the assistant's model service; off if none is set up",
    responses: {
      200: z.object({
        status: z.enum(['ok', 'off']),
        model: z.string().nullable(),
        latencyMs: z.int().nullable(),
      }),
      503: z.object({ status: z.literal('failing'), reason: z.string() }),
    },
  },
  state: {
    method: 'GET',
    path: `${base}/state`,
    permission: 'session',
    summary: 'Whether you can use the assistant, where questions are sent, and your remaining usage today',
    responses: { 200: State },
  },
  allow: {
    method: 'PUT',
    path: `${base}/allowed`,
    permission: 'configuration.edit',
    summary: 'Turn the assistant on or off for your account',
    body: z.object({ isAllowed: z.boolean() }),
    responses: { 200: z.object({ isAllowed: z.boolean() }) },
  },
  service: {
    method: 'GET',
    path: `${base}/service`,
    permission: 'configuration.read',
    summary: 'Get the model service of the installation, without its key; operator only',
    errors: ['operatorOnly'],
    responses: { 200: AssistantService },
  },
  saveService: {
    method: 'PUT',
    path: `${base}/service`,
    permission: 'configuration.edit',
    summary: 'Set up the model service of the installation; operator only',
    body: ServiceChange,
    errors: ['operatorOnly', 'secretMissing'],
    responses: { 200: AssistantService },
  },
  checkService: {
    method: 'POST',
    path: `${base}/service/check`,
    permission: 'configuration.edit',
    audited: false,
    repeatable: 'it only queries the service',
    summary: 'Test the model service with a short prompt: 200 if it answers, otherwise 400; operator only',
    body: ServiceChange,
    errors: ['operatorOnly', 'secretMissing', 'credentialsInvalid'],
    responses: {
      200: z.object({ isValid: z.literal(true), message: z.string(), hasTools: z.boolean() }),
      400: z.object({ errorType: z.string(), message: z.string() }),
    },
  },
  removeService: {
    method: 'DELETE',
    path: `${base}/service`,
    permission: 'configuration.edit',
    summary: 'Remove the model service and its key; operator only',
    errors: ['operatorOnly', 'notFound'],
    responses: { 200: z.object({}) },
  },
  createWithSummary: {
    method: 'POST',
    path: `${conversations}/with_summary`,
    permission: 'session',
    summary: 'Start a conversation about all visible projects, a project or an advice, with a summary',
    body: z.object(Subject),
    responses: { 200: AssistantConversation },
  },
  createAround: {
    method: 'POST',
    path: `${conversations}/around_vulnerability`,
    permission: 'session',
    summary: 'Start a conversation about a vulnerability, with its details and occurrences',
    body: z.object(Subject),
    errors: ['notFound'],
    responses: { 200: AssistantConversation },
  },
  conversations: {
    method: 'GET',
    path: conversations,
    permission: 'session',
    summary: 'Your last 100 conversations, most recently used first',
    responses: { 200: z.array(AssistantItem) },
  },
  conversation: {
    method: 'GET',
    path: `${conversations}/{conversationUuid}`,
    permission: 'session',
    summary: 'Get one of your conversations',
    responses: { 200: AssistantConversation },
  },
  ask: {
    method: 'PUT',
    path: `${conversations}/{conversationUuid}/ask`,
    permission: 'session',
    summary: 'Ask a question; the answer is streamed and stored in the conversation',
    body: z.object({ question: z.string().trim().min(1, 'The question is missing').max(2000) }),
    errors: ['notConfigured', 'dailyLimitReached', 'conflict', 'limitReached'],
    responses: { 200: eventStream(AssistantEvent) },
  },
  remove: {
    method: 'DELETE',
    path: `${conversations}/{conversationUuid}`,
    permission: 'session',
    summary: 'Delete one of your conversations',
    responses: { 200: z.object({}) },
  },
  removeAll: {
    method: 'DELETE',
    path: conversations,
    permission: 'session',
    summary: 'Delete all of your conversations',
    responses: { 200: z.object({ removed: z.int() }) },
  },
})
