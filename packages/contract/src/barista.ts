import { z } from 'zod'
import {
  AssistantConversation,
  AssistantEvent,
  AssistantItem,
  AssistantMessage,
  ConversationSubject,
} from './assistant-conversations.ts'
import { AssistantService, AssistantState, ServiceChange } from './assistant-service.ts'
import { endpoints, eventStream } from './endpoint.ts'
import { Language, languages } from './languages.ts'
import { ProblemBody } from './problem.ts'

const base = '/api/v1/barista'
const conversations = `${base}/conversations` as const

const InLanguage = z.object({ language: Language.default(languages[0]) })

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
    responses: { 200: AssistantState },
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
    query: InLanguage,
    body: ServiceChange,
    errors: ['operatorOnly', 'secretMissing', 'credentialsInvalid'],
    responses: {
      200: z.object({ isValid: z.literal(true), message: z.string(), hasTools: z.boolean() }),
      400: ProblemBody,
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
    body: z.object(ConversationSubject),
    responses: { 200: AssistantConversation },
  },
  createAround: {
    method: 'POST',
    path: `${conversations}/around_vulnerability`,
    permission: 'session',
    summary: 'Start a conversation about a vulnerability, with its details and occurrences',
    body: z.object(ConversationSubject),
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
    query: InLanguage,
    responses: { 200: AssistantConversation },
  },
  ask: {
    method: 'PUT',
    path: `${conversations}/{conversationUuid}/ask`,
    permission: 'session',
    summary:
      'Ask a question; the answer is streamed and stored in the conversation. With Accept: application/json it is returned once it is complete',
    body: z.object({
      question: z.string().trim().min(1, 'The question is missing').max(2000),
      ...InLanguage.shape,
    }),
    errors: ['notConfigured', 'dailyLimitReached', 'conflict', 'limitReached'],
    responses: { 200: eventStream(AssistantEvent) },
    unstreamed: AssistantMessage,
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
