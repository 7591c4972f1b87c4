import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Flag, Uuid } from './vocabulary.ts'

/** How the form shows a setting: it is derived from the integration's schema. */
export const IntegrationField = z
  .object({
    name: z.string(),
    label: z.string(),
    hint: z.string().nullable(),
    /** secret: can be set and is never told again. */
    kind: z.enum(['text', 'secret', 'number', 'switch', 'choice']),
    isRequired: z.boolean(),
    /** Of a choice. */
    options: z.array(z.object({ value: z.string(), label: z.string() })),
  })
  .meta({ id: 'IntegrationField' })
export type IntegrationField = z.infer<typeof IntegrationField>

/** The current value of each setting; secrets are in none of them. */
export const IntegrationValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type IntegrationValues = z.infer<typeof IntegrationValues>

export const Integration = z
  .object({
    /** 'datadog' */
    id: z.string(),
    name: z.string(),
    summary: z.string(),
    /** What the account must have switched on; null: nothing. */
    feature: z.string().nullable(),
    isFeatureOn: z.boolean(),
    isConfigured: z.boolean(),
    isActive: z.boolean(),
    /** Names of the secrets that are stored. */
    secrets: z.array(z.string()),
    values: IntegrationValues,
    fields: z.array(IntegrationField),
    /** Until then nothing is sent, because the service asked for it. */
    pausedUntil: EpochMs.nullable(),
    updatedAt: EpochMs.nullable(),
    /** Deliveries that are not done yet, and those that failed and were not retried. */
    pending: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'Integration' })
export type Integration = z.infer<typeof Integration>

/**
 * retrying: an attempt failed and another one follows. waiting: the service asked to be called later. skipped: the
 * integration was off when its turn came.
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

export const IntegrationDelivery = z
  .object({
    uuid: Uuid,
    state: z.enum(deliveryStates),
    /** What it is about: 'all projects'. */
    subject: z.string(),
    /** What was sent, or what the last attempt failed at. */
    result: z.string().nullable(),
    attempts: z.int(),
    createdAt: EpochMs,
    finishedAt: EpochMs.nullable(),
    /** When a waiting one is tried again. */
    notBefore: EpochMs.nullable(),
  })
  .meta({ id: 'IntegrationDelivery' })
export type IntegrationDelivery = z.infer<typeof IntegrationDelivery>

/** The answer to valid credentials. */
export const ValidCheck = z
  .object({ isValid: z.literal(true), message: z.string() })
  .meta({ id: 'ValidCheck' })

/** The answer 400 of a check; errorType is 'credentialsInvalid' where the service refused them. */
export const InvalidCheck = z
  .object({
    errorType: z.string(),
    message: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'InvalidCheck' })

const base = '/api/v1/accounts/{accountUuid}/integrations'
/** Checked against the schema of the integration that the path names. */
const Values = z.record(
  z.string().min(1).max(100),
  z.union([z.string().max(20_000), z.number(), z.boolean()]),
)

/** Every integration, set up and looked after in the same way. */
export const integrations = endpoints({
  list: {
    method: 'GET',
    path: base,
    permission: 'configuration.read',
    summary: 'Integrations with their state, settings and form, without secrets',
    responses: { 200: z.array(Integration) },
  },
  save: {
    method: 'PUT',
    path: `${base}/{integration}`,
    permission: 'configuration.edit',
    summary: 'Set up an integration; secrets that are left out keep their value',
    body: Values,
    errors: ['secretMissing'],
    responses: { 200: Integration },
  },
  activate: {
    method: 'POST',
    path: `${base}/{integration}/activation`,
    permission: 'configuration.edit',
    summary: 'Turn an integration on or off; its settings stay',
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
    summary: 'Test settings against the service; what is left out is taken from what is stored',
    body: Values,
    errors: ['credentialsInvalid', 'secretMissing', 'addressRefused', 'sourceFailed'],
    responses: { 200: ValidCheck, 400: InvalidCheck },
  },
  deliveries: {
    method: 'GET',
    path: `${base}/{integration}/deliveries`,
    permission: 'configuration.read',
    summary: 'What was sent to the service, newest first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** The last one of the page before. */
      after: Uuid.optional(),
    }),
    responses: { 200: z.object({ deliveries: z.array(IntegrationDelivery), nextAfter: Uuid.nullable() }) },
  },
  retry: {
    method: 'POST',
    path: `${base}/{integration}/deliveries/{deliveryUuid}/retry`,
    permission: 'configuration.edit',
    repeatable: 'a delivery that was queued again is not a failed one any more',
    summary: 'Retry a failed delivery, with all its attempts',
    errors: ['deliveryNotFailed'],
    responses: { 200: IntegrationDelivery },
  },
})
