import { z } from 'zod'

/** https://docs.datadoghq.com/getting_started/site/ */
const datadogSites = [
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

export const datadogFields = {
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
    .meta({
      title: 'API URL',
      description: 'Only needed for a proxy. Leave empty to use the site.',
      pattern: String.raw`^(?:https?://[^/?#@\s]+/?)?$`,
    }),
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
  ...datadogFields,
  site: datadogFields.site.default('datadoghq.com'),
  address: datadogFields.address.default(''),
  prefix: datadogFields.prefix.default('meterian'),
  sendsAfterScans: datadogFields.sendsAfterScans.default(true),
  sendsAges: datadogFields.sendsAges.default(true),
  maxBranches: datadogFields.maxBranches.default(500),
})
export type DatadogSettings = z.output<typeof DatadogSettings>
