import { z } from 'zod'
import { datadogFields, DatadogSettings } from '@assay/server/integrations/datadog/settings.ts'
import { endpoints } from './endpoint.ts'
import { IntegrationDelivery, ValidCheck } from './integrations.ts'
import { ProblemBody } from './problem.ts'
import { EpochMs } from './vocabulary.ts'

/** apiKey: omit to keep the stored one. */
const DatadogChange = z.object(datadogFields).partial()

const DatadogSetup = DatadogSettings.omit({ apiKey: true })
  .extend({
    isConfigured: z.boolean(),
    isActive: z.boolean(),
    hasApiKey: z.boolean(),
    updatedAt: EpochMs.nullable(),
  })
  .meta({ id: 'DatadogSetup' })

const base = '/api/v1/integrations/datadog/accounts/{accountUuid}'
const features = ['datadog'] as const

/** Sends scores, open vulnerabilities, their ages and fixes to Datadog as metrics. */
export const datadog = endpoints({
  checkCredentials: {
    method: 'POST',
    path: `${base}/credentials-check`,
    permission: 'configuration.edit',
    features,
    audited: false,
    repeatable: 'it changes nothing',
    summary: 'Test whether Datadog accepts the API key; omitted fields are taken from the stored setup',
    body: DatadogChange,
    errors: ['credentialsInvalid', 'secretMissing', 'addressRefused', 'sourceFailed'],
    responses: { 200: ValidCheck, 400: ProblemBody },
  },
  setup: {
    method: 'GET',
    path: `${base}/setup`,
    permission: 'configuration.read',
    features,
    summary: 'Get the setup, without the API key',
    responses: { 200: DatadogSetup },
  },
  saveSetup: {
    method: 'POST',
    path: `${base}/setup`,
    permission: 'configuration.edit',
    features,
    summary: 'Save the setup; omitted fields keep their value',
    body: DatadogChange,
    errors: ['secretMissing'],
    responses: { 200: DatadogSetup, 202: DatadogSetup },
  },
  history: {
    method: 'GET',
    path: `${base}/history`,
    permission: 'configuration.read',
    features,
    summary: 'The last 200 deliveries, newest first',
    responses: { 200: z.array(IntegrationDelivery) },
  },
  sendNow: {
    method: 'POST',
    path: `${base}/send-now`,
    permission: 'configuration.edit',
    features,
    summary: 'Queue the metrics of all projects; returns the queued delivery if there already is one',
    errors: ['notConfigured'],
    responses: { 200: IntegrationDelivery },
  },
})
