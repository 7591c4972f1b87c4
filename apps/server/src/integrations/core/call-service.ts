import { parseJson } from '@assay/text/parse-json.ts'
import { type EgressConfig, egressOf, exchange, type Incoming, Unreachable } from '#platform/egress/egress.ts'
import { WordedError } from '#platform/texts/text.ts'
import { Postponed } from './integration.ts'
import { coreText } from './texts.ts'

export interface ServiceCall {
  method: string
  url: string
  headers?: Record<string, string>
  /** JSON. */
  json?: unknown
  /** Any other body, with its content type in the headers. */
  body?: string | Uint8Array
  /** For responses that may be larger than usual. */
  use?: 'integration' | 'repository'
}

export interface ServiceResponse {
  status: number
  text: string
  /** undefined if the body is not JSON. */
  json: unknown
  /** Where a redirect leads; undefined otherwise. */
  location: string | undefined
}

/** A response whose body is not text. */
export interface ServiceFile extends Pick<ServiceResponse, 'status' | 'location'> {
  bytes: Buffer
}

/** The service did not execute the request, so nothing needs to be reverted or looked up. */
export class ServiceRejection extends WordedError {
  override readonly name = 'ServiceRejection'
}

/** The service returned a server error: it is unknown whether it executed the request. */
export class ServiceFailure extends WordedError {
  override readonly name = 'ServiceFailure'
}

/** The service executed the request, but its response is not one of its API. */
export class UnexpectedResponse extends WordedError {
  override readonly name = 'UnexpectedResponse'

  constructor(service: string) {
    super(coreText('answerUnexpected', { service }))
  }
}

const rejecting = new Set([400, 401, 403])

/**
 * For calls that only test credentials: whether they were rejected. Throws UnexpectedResponse for any other status
 * than 200: a redirect to a login page, or another service at the address.
 */
export function rejectsCredentials(service: string, status: number): boolean {
  if (status !== 200 && !rejecting.has(status)) throw new UnexpectedResponse(service)
  return status !== 200
}

/** Whether the service certainly did not execute the request that failed with this error. */
export const isNotExecuted = (error: unknown): boolean =>
  error instanceof ServiceRejection || error instanceof Postponed || error instanceof Unreachable

/** Maximum pause requested by a service. */
const maxPauseSeconds = 3600
const usualPauseSeconds = 60
/** Pause for a 503 without Retry-After, as sent by proxies. */
const pausing = new Set([429, 503])

/**
 * Sends one request to a service. Throws Postponed for 429 and for 503 with Retry-After, ServiceFailure for every other
 * 5xx, Problem if the service cannot be reached.
 */
export async function callService(config: EgressConfig, call: ServiceCall): Promise<ServiceResponse> {
  const { bytes, ...response } = await callForFile(config, call)
  const text = bytes.toString('utf8')
  return { ...response, text, json: parseJson(text) }
}

/** The same without decoding the body. */
export async function callForFile(
  config: EgressConfig,
  { method, url, headers = {}, json, body, use = 'integration' }: ServiceCall,
): Promise<ServiceFile> {
  const sent = json === undefined ? body : JSON.stringify(json)
  const response = await exchange(
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
    egressOf(config, use),
  )
  rejectFailure(new URL(url).host, response)
  return { status: response.status, bytes: response.body, location: response.headers.location }
}

function rejectFailure(host: string, { status, headers }: Incoming): void {
  const pauseMs = pauseOf(headers)
  if (pausing.has(status) && (status === 429 || pauseMs !== null))
    throw new Postponed(coreText('serviceBusy', { host, status }), {
      seconds: Math.min(Math.max(pauseMs ?? usualPauseSeconds, 1), maxPauseSeconds),
      isWholeService: true,
    })
  if (status >= 500) throw new ServiceFailure(coreText('serviceFailed', { host, status }))
}

/** Seconds or a date; DataTrails and Datadog have their own headers. */
function pauseOf(headers: Incoming['headers']): number | null {
  const names = ['retry-after', 'archivist-rate-limit-reset', 'x-ratelimit-reset'] as const
  const text = names.map((name) => headers[name]).find((value) => typeof value === 'string')
  if (typeof text !== 'string') return null
  const seconds = /^\d{1,9}(?:\.\d+)?$/.test(text.trim())
    ? Number(text)
    : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) && seconds < 1e8 ? Math.max(0, Math.ceil(seconds)) : null
}
