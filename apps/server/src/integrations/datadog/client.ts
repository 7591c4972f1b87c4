import type { DatadogSettings } from './settings.ts'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { z } from 'zod'
import {
  callService,
  rejectsCredentials,
  ServiceRejection,
  UnexpectedResponse,
} from '#integrations/core/call-service.ts'
import { quoted } from '#platform/secrets/quoted.ts'
import type { EgressConfig } from '#platform/egress/egress.ts'

type Settings = z.output<typeof DatadogSettings>

/** A gauge holds until the next point; a count applies to its interval. Epoch seconds. */
export interface Series {
  metric: string
  type: 'gauge' | 'count'
  at: number
  value: number
  tags: string[]
  intervalSeconds?: number
}

export interface Distribution {
  metric: string
  at: number
  values: number[]
  tags: string[]
}

/** https://docs.datadoghq.com/api/latest/metrics/#submit-metrics */
const types = { count: 1, gauge: 3 } as const

export const apiAddress = ({ site, address }: Pick<Settings, 'site' | 'address'>): string =>
  address === '' ? `https://api.${site}` : address.replace(/\/$/, '')

/** The only encoding that Datadog names for both calls. */
const compress = promisify(deflate)

/** Whether the API key belongs to the site. */
export async function validateKey(config: EgressConfig, settings: Settings): Promise<boolean> {
  const { status, json } = await callService(config, {
    method: 'GET',
    url: `${apiAddress(settings)}/api/v1/validate`,
    headers: { 'dd-api-key': settings.apiKey },
  })
  if (rejectsCredentials('Datadog', status)) return false
  const { data } = z.object({ valid: z.boolean() }).safeParse(json)
  if (!data) throw new UnexpectedResponse('Datadog')
  return data.valid
}

export const submitSeries = (
  config: EgressConfig,
  settings: Settings,
  series: readonly Series[],
): Promise<void> =>
  submit(config, settings, {
    path: '/api/v2/series',
    body: {
      series: series.map(({ metric, type, at, value, tags, intervalSeconds }) => ({
        metric,
        type: types[type],
        points: [{ timestamp: at, value }],
        tags,
        ...(intervalSeconds !== undefined && { interval: intervalSeconds }),
      })),
    },
  })

export const submitDistributions = (
  config: EgressConfig,
  settings: Settings,
  distributions: readonly Distribution[],
): Promise<void> =>
  submit(config, settings, {
    path: '/api/v1/distribution_points',
    body: {
      series: distributions.map(({ metric, at, values, tags }) => ({ metric, points: [[at, values]], tags })),
    },
  })

const Errors = z.object({ errors: z.array(z.unknown()) })

/** Accepted requests can contain errors, too. */
async function submit(
  config: EgressConfig,
  settings: Settings,
  { path, body }: { path: string; body: object },
): Promise<void> {
  const { status, json, text } = await callService(config, {
    method: 'POST',
    url: apiAddress(settings) + path,
    headers: {
      'dd-api-key': settings.apiKey,
      'content-type': 'application/json',
      'content-encoding': 'deflate',
    },
    body: await compress(JSON.stringify(body)),
  })
  const { data } = Errors.safeParse(json)
  if (status === 202 && (data?.errors.length ?? 0) === 0) return
  if (status === 403)
    throw new ServiceRejection('Datadog does not accept the API key. Check the key and the site')
  throw new ServiceRejection(`Datadog answered ${status}: ${quoted(text, [settings.apiKey])}`)
}
