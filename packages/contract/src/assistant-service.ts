import { noCredentials } from '@assay/engine/url-credentials.ts'
import { z } from 'zod'
import { EpochMs, serviceAddressFormat } from './vocabulary.ts'
import { named } from './named.ts'

const ServiceUrl = z
  .string()
  .trim()
  .min(1, 'Enter the URL')
  .max(2000)
  .regex(/^https?:\/\/[^?#\s]+$/, 'Enter a URL such as https://models.example.org/v1')
  .refine(noCredentials.check, noCredentials.message)
  .meta(serviceAddressFormat)

const Limits = {
  /** Tokens a member may use per UTC day. */
  dailyTokens: z.int().min(40_000).max(100_000_000).default(400_000),
  /** The model's context size: services truncate longer prompts. */
  contextTokens: z.int().min(4000).max(1_000_000).default(16_000),
}

/** Without the key. */
export const AssistantService = named('AssistantService', {
  isConfigured: z.boolean(),
  isActive: z.boolean(),
  url: z.string(),
  model: z.string(),
  hasKey: z.boolean(),
  dailyTokens: z.int(),
  contextTokens: z.int(),
  updatedAt: EpochMs.nullable(),
})
export type AssistantService = z.infer<typeof AssistantService>

export const ServiceChange = z.object({
  isActive: z.boolean().default(true),
  url: ServiceUrl,
  model: z.string().trim().min(1, 'The model is missing').max(200),
  /** Omitted: keep the key if the address stays the same. Empty: no key. */
  key: z
    .string()
    .trim()
    .max(2000)
    .regex(/^[\x21-\x7e]*$/, 'A key cannot contain spaces')
    .optional(),
  ...Limits,
})

export const AssistantState = named('AssistantState', {
  /** unconfigured: the operator has not set up a model. off: the account has not turned the assistant on. */
  status: z.enum(['on', 'off', 'unconfigured']),
  /** Host that questions are sent to; null if none. */
  host: z.string().nullable(),
  model: z.string().nullable(),
  /** Usage of the caller today. */
  usedTokens: z.int(),
  dailyTokens: z.int(),
  /** Whether the caller's last question was sent to this host; otherwise, the page shows where the next one is sent. */
  hasAsked: z.boolean(),
  isAllowed: z.boolean(),
  /** Whether the caller may set up the model service. */
  isOperator: z.boolean(),
})
export type AssistantState = z.infer<typeof AssistantState>
