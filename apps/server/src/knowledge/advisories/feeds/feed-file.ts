import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  type EgressConfig,
  egressOf,
  type EgressUse,
  fetchStream,
  UnexpectedStatus,
} from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'
import { version } from '#platform/system/version.ts'
import { isWebAddress, displayLocationOf } from './feeds.ts'
import { SourceError } from './source-error.ts'

/** Validators of the last download, sent with the next conditional request. */
export interface FeedFile {
  body: Readable
  etag: string | null
}

interface OpenOptions {
  location: string
  /** Validator of the content already stored. null requests it unconditionally. */
  etag: string | null
  use?: EgressUse
}

/** A feed file could not be read. */
export class FeedError extends SourceError {
  /** The file does not exist. */
  readonly isAbsent: boolean
  /** Other files of the same host would fail as well. */
  readonly affectsHost: boolean
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    {
      isAbsent = false,
      affectsHost = false,
      retryAfterMs,
    }: { isAbsent?: boolean; affectsHost?: boolean; retryAfterMs?: number | undefined } = {},
  ) {
    super(message)
    this.isAbsent = isAbsent
    this.affectsHost = affectsHost
    this.retryAfterMs = retryAfterMs
  }
}

/** Downloads a file or reads it from disk. null if it has not changed. Throws FeedError. */
export async function readFeedFile<T>(
  config: EgressConfig,
  { location, etag, use = 'advisories' }: OpenOptions,
  read: (file: FeedFile) => Promise<T>,
): Promise<T | null> {
  if (!isWebAddress(location)) return readLocal(location, etag, read)
  const headers = { 'user-agent': `Assay/${version}`, ...(etag !== null && { 'if-none-match': etag }) }
  try {
    return await fetchStream(location, { egress: egressOf(config, use), headers }, async (response) =>
      response.statusCode === 304 ? null : read({ body: response, etag: response.headers.etag ?? null }),
    )
  } catch (error) {
    throw failureOf(error, location)
  }
}

/** When a local file was last modified; null if it does not exist. */
export const fileTimeOf = async (path: string): Promise<Date | null> =>
  (await stat(path).catch(() => null))?.mtime ?? null

async function readLocal<T>(
  path: string,
  previousTag: string | null,
  read: (file: FeedFile) => Promise<T>,
): Promise<T | null> {
  try {
    const { size, mtimeMs } = await stat(path)
    const etag = `${size}-${mtimeMs}`
    if (etag === previousTag) return null
    // The consumer of the stream reports the error; this listener prevents an unhandled one after the consumer has
    // stopped.
    const body = createReadStream(path).on('error', () => undefined)
    return await read({ body, etag })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new FeedError(`${path} does not exist`, { isAbsent: true })
    if (code === 'EACCES' || code === 'EISDIR') throw new FeedError(`${path} cannot be read (${code})`)
    throw error
  }
}

const absent = new Set([404, 410])
const busy = new Set([429, 503])

function failureOf(error: unknown, location: string): unknown {
  const displayLocation = displayLocationOf(location)
  if (error instanceof UnexpectedStatus) {
    const { answered, retryAfter, message } = error
    if (busy.has(answered))
      return new FeedError(`${displayLocation} is busy (it answered ${answered})`, {
        affectsHost: true,
        retryAfterMs: retryAfterOf(retryAfter),
      })
    return new FeedError(message, { isAbsent: absent.has(answered), affectsHost: answered >= 500 })
  }
  const isTooLarge = error instanceof Problem && error.message.endsWith('larger than allowed')
  if (error instanceof Problem && !isTooLarge)
    return new FeedError(error.message.replace(withoutCredentials(location), displayLocation), {
      affectsHost: true,
    })
  if (error instanceof Problem) return new FeedError(error.message)
  return isInterrupted(error)
    ? new FeedError(`${displayLocation} ended its response early`, { affectsHost: true })
    : error
}

const isInterrupted = (error: unknown) =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'HPE_INVALID_CHUNK_SIZE'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )

const maxPauseMs = 24 * 3_600_000

/** Delay in seconds, or an HTTP date. RFC 9110 §10.2.3. */
function retryAfterOf(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 1000), maxPauseMs)
}
