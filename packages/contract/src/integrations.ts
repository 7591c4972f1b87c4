import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { Language, languages } from './languages.ts'
import { ProblemBody } from './problem.ts'
import { EpochMs, Flag, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** How a form shows a setting, derived from the integration's schema. */
export const IntegrationField = named('IntegrationField', {
  name: z.string(),
  label: z.string(),
  hint: z.string().nullable(),
  /** secret: can be set but is never returned. */
  kind: z.enum(['text', 'secret', 'number', 'switch', 'choice']),
  isRequired: z.boolean(),
  /** Options of a choice. */
  options: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type IntegrationField = z.infer<typeof IntegrationField>

/** Current settings, without secrets. */
export const IntegrationValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type IntegrationValues = z.infer<typeof IntegrationValues>

export const Integration = named('Integration', {
  /** Such as 'datadog'. */
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  /** Required feature of the account; null for none. */
  feature: z.string().nullable(),
  isFeatureOn: z.boolean(),
  isConfigured: z.boolean(),
  isActive: z.boolean(),
  /** Names of the stored secrets. */
  secrets: z.array(z.string()),
  values: IntegrationValues,
  fields: z.array(IntegrationField),
  /** Sending is paused until then at the request of the service. */
  pausedUntil: EpochMs.nullable(),
  updatedAt: EpochMs.nullable(),
  /** Deliveries that are not done. */
  pending: z.int(),
  /** The subset whose last attempt failed. */
  retrying: z.int(),
  /** Deliveries that were given up. */
  failed: z.int(),
})
export type Integration = z.infer<typeof Integration>

/**
 * retrying: an attempt failed and another one follows. waiting: postponed at the request of the service. skipped: the
 * integration was off when the delivery was due.
 */
export const deliveryStates = [
  'queued',
  'sending',
  'retrying',
  'waiting',
  'delivered',
  'failed',
  'skipped',
] as const

export const IntegrationDelivery = named('IntegrationDelivery', {
  uuid: Uuid,
  state: z.enum(deliveryStates),
  /** Its subject, such as 'all projects'. */
  subject: z.string(),
  /** What was sent, or the error of the last attempt. */
  result: z.string().nullable(),
  attempts: z.int(),
  createdAt: EpochMs,
  finishedAt: EpochMs.nullable(),
  /** Time of the next attempt. */
  notBefore: EpochMs.nullable(),
})
export type IntegrationDelivery = z.infer<typeof IntegrationDelivery>

/** The response for valid credentials. If the service rejects them, it is 400 with 'credentialsInvalid'. */
export const ValidCheck = z
  .object({ isValid: z.literal(true), message: z.string() })
  .meta({ id: 'ValidCheck' })

const base = '/api/v1/accounts/{accountUuid}/integrations'
/** Validated against the schema of the integration in the path. */
const Values = z.record(
  z.string().min(1).max(100),
  z.union([z.string().max(20_000), z.number(), z.boolean()]),
)

const InLanguage = z.object({ language: Language.default(languages[0]) })

/** Setup and monitoring of all integrations. */
export const integrations = endpoints({
  list: {
    method: 'GET',
    path: base,
    permission: 'configuration.read',
    summary: 'Integrations with their state, settings and form, without secrets',
    query: InLanguage,
    responses: { 200: z.array(Integration) },
  },
  save: {
    method: 'PUT',
    path: `${base}/{integration}`,
    permission: 'configuration.edit',
    summary: 'Set up an integration; omitted secrets keep their value',
    body: Values,
    errors: ['secretMissing'],
    responses: { 200: Integration },
  },
  activate: {
    method: 'POST',
    path: `${base}/{integration}/activation`,
    permission: 'configuration.edit',
    summary: 'Turn an integration on or off; its settings are kept',
    query: z.object({ active: Flag }),
    responses: { 200: Integration },
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{integration}`,
    permission: 'configuration.edit',
    summary: 'Remove the settings and secrets of an integration',
    responses: { 200: z.object({}) },
  },
  check: {
    method: 'POST',
    path: `${base}/{integration}/check`,
    permission: 'configuration.edit',
    audited: false,
    repeatable: 'it changes nothing',
    summary: 'Test settings against the service; omitted fields are taken from the stored settings',
    query: InLanguage,
    body: Values,
    errors: ['credentialsInvalid', 'secretMissing', 'addressRefused', 'sourceFailed'],
    responses: { 200: ValidCheck, 400: ProblemBody },
  },
  deliveries: {
    method: 'GET',
    path: `${base}/{integration}/deliveries`,
    permission: 'configuration.read',
    summary: 'Deliveries to the service, newest first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Cursor: the last item of the previous page. */
      after: Uuid.optional(),
      ...InLanguage.shape,
    }),
    responses: { 200: z.object({ deliveries: z.array(IntegrationDelivery), nextAfter: Uuid.nullable() }) },
  },
  retry: {
    method: 'POST',
    path: `${base}/{integration}/deliveries/{deliveryUuid}/retry`,
    permission: 'configuration.edit',
    repeatable: 'a delivery that was queued again no longer counts as failed',
    summary: 'Retry a failed delivery with all its attempts',
    errors: ['deliveryNotFailed'],
    responses: { 200: IntegrationDelivery },
  },
})
