import { type EgressConfig, egressOf, exchange, type Incoming } from '#platform/egress/egress.ts'
import { Postponed } from './integration.ts'

export interface ServiceCall {
  method: string
  url: string
  headers?: Record<string, string>
  /** JSON. */
  json?: unknown
  /** Anything else, with its content type among the headers. */
  body?: string | Uint8Array
}

export interface ServiceAnswer {
  status: number
  text: string
  /** undefined: the body is not JSON. */
  json: unknown
}

/** The service did not do what it was asked to: nothing has to be undone, or looked for. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** The longest pause that a service may ask for. */
const maxPauseSeconds = 3600
const usualPauseSeconds = 60
/** A proxy's notice comes before the service is ready. */
const pausing = new Set([429, 503])

/**
 * One request to a service. Throws Postponed for 429, and for 503 with a time; Error for every other 5xx; Problem when
 * the service cannot be reached.
 */
export async function callService(
  config: EgressConfig,
  { method, url, headers = {}, json, body }: ServiceCall,
): Promise<ServiceAnswer> {
  const sent = json === undefined ? body : JSON.stringify(json)
  const answer = await exchange(
    url,
    {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Assay',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }),
        ...headers,
      },
      body: sent,
    },
    egressOf(config, 'integration'),
  )
  refuseFailure(new URL(url).host, answer)
  const text = answer.body.toString('utf8')
  return { status: answer.status, text, json: parsed(text) }
}

function refuseFailure(host: string, { status, headers }: Incoming): void {
  const asked = pauseOf(headers)
  if (pausing.has(status) && (status === 429 || asked !== null))
    throw new Postponed(`${host} answered ${status} and asks to be called later`, {
      seconds: Math.min(Math.max(asked ?? usualPauseSeconds, 1), maxPauseSeconds),
      isWholeService: true,
    })
  if (status >= 500) throw new Error(`${host} answered ${status}`)
}

/** Seconds, or a date; DataTrails and Datadog have headers of their own. */
function pauseOf(headers: Incoming['headers']): number | null {
  const names = ['retry-after', 'archivist-rate-limit-reset', 'x-ratelimit-reset'] as const
  const text = names.map((name) => headers[name]).find((value) => typeof value === 'string')
  if (typeof text !== 'string') return null
  const seconds = /^\d{1,9}(?:\.\d+)?$/.test(text.trim())
    ? Number(text)
    : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) && seconds < 1e8 ? Math.max(0, Math.ceil(seconds)) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Some services answer errors as a page; who calls looks at the status.
    return undefined
  }
}

const maxQuoted = 200

/** What a service says of itself, for people: a bounded line without the secrets that it was sent. */
export function quoted(text: string, secrets: readonly string[]): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  const clean = secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), line)
  return clean.slice(0, maxQuoted).toWellFormed()
}
