import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { IntegrationDelivery, ValidCheck } from './integrations.ts'
import { ProblemBody } from './problem.ts'
import { EpochMs } from './vocabulary.ts'

/** https://docs.datadoghq.com/getting_started/site/ */
export const datadogSites = [
  'datadoghq.com',
  'us3.datadoghq.com',
  'us5.datadoghq.com',
  'datadoghq.eu',
  'ap1.datadoghq.com',
  'ap2.datadoghq.com',
  'uk1.datadoghq.com',
  'ddog-gov.com',
  'us2.ddog-gov.com',
] as const

const Content = {
  site: z
    .enum(datadogSites)
    .meta({ title: 'Site', description: 'The domain of your Datadog URL, such as datadoghq.eu.' }),
  address: z
    .string()
    .trim()
    .max(2000)
    .refine(
      (text) => text === '' || /^https?:\/\/[^/?#@\s]+\/?$/.test(text),
      'Enter a URL such as https://proxy.example.org',
    )
    .meta({ title: 'API URL', description: 'Only needed for a proxy. Leave empty to use the site.' }),
  prefix: z
    .string()
    .trim()
    .max(50)
    .regex(
      /^[A-Za-z][\w.]*$/,
      'A metric prefix starts with a letter and contains only letters, digits, _ and .',
    )
    .meta({
      title: 'Metric prefix',
      description: 'Metric names start with it, for example <prefix>.projects.vulns.',
    }),
  sendsAfterScans: z
    .boolean()
    .meta({ title: 'Send after each scan', description: 'In addition to once a day.' }),
  sendsAges: z.boolean().meta({
    title: 'Send the ages of open vulnerabilities',
    description: 'As a distribution metric, in days.',
  }),
  maxBranches: z.int().min(1).max(5000).meta({
    title: 'Maximum number of branches',
    description: 'Datadog bills each combination of tags. The most recently scanned branches are sent.',
  }),
  apiKey: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[\x21-\x7e]+$/, 'An API key cannot contain spaces')
    .meta({ title: 'API key', description: 'In Datadog: Organization settings, API keys.', writeOnly: true }),
}

export const DatadogSettings = z.object({
  ...Content,
  site: Content.site.default('datadoghq.com'),
  address: Content.address.default(''),
  prefix: Content.prefix.default('meterian'),
  sendsAfterScans: Content.sendsAfterScans.default(true),
  sendsAges: Content.sendsAges.default(true),
  maxBranches: Content.maxBranches.default(500),
})

/** apiKey: omit to keep the stored one. */
const DatadogChange = z.object(Content).partial()

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
