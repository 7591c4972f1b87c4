import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Egress, exchange, exchangeStream, type Incoming } from '#platform/egress/egress.ts'
import { type Destination, measure, MissingFileError, type Written } from './destination.ts'
import { encodeS3, type S3Credentials, signS3 } from './s3-signature.ts'

export interface S3Settings {
  /** Of the storage, such as https://s3.eu-central-1.amazonaws.com. */
  endpoint: string
  bucket: string
  /** Of all names; empty or with a slash at its end. */
  prefix: string
  credentials: S3Credentials
}

/** A part of an upload has at least 5 MiB; 10,000 of these are 160 GiB. */
const partBytes = 16 * 1024 * 1024
const noBody = new Uint8Array(0)

/** Object storage with the API of Amazon S3, addressed by path. */
export function s3Destination(settings: S3Settings, egress: Egress): Destination {
  const call = new S3Calls(settings, egress)
  return {
    address: `s3://${settings.bucket}/${settings.prefix}`,
    write: (name, content) => upload(call, name, content),
    read: (name) => call.stream(name),
    list: (prefix) => call.list(prefix),
    async remove(name) {
      await call.send('DELETE', { name })
    },
  }
}

/** In one request if it is small, otherwise in parts, which only become an object when all have arrived. */
async function upload(call: S3Calls, name: string, content: Readable): Promise<Written> {
  const { through, result } = measure()
  const source = pipeline(content, through)
  // Its error ends the iteration as well.
  source.catch(() => undefined)
  let uploadId: string | null = null
  const tags: string[] = []
  try {
    for await (const { bytes, isLast } of inParts(through)) {
      if (isLast && uploadId === null) await call.send('PUT', { name, body: bytes })
      else {
        uploadId ??= idOf(await call.send('POST', { name, query: { uploads: '' } }))
        const query = { partNumber: `${tags.length + 1}`, uploadId }
        const { headers } = await call.send('PUT', { name, query, body: bytes })
        tags.push(headers.etag ?? '')
      }
    }
    await source
    if (uploadId !== null) await complete(call, name, { uploadId, tags })
    return result()
  } catch (error) {
    if (uploadId !== null) await call.send('DELETE', { name, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

async function* inParts(content: Readable): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const piece of content as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
    if (length < partBytes) continue
    yield { bytes: Buffer.concat(pieces), isLast: false }
    pieces = []
    length = 0
  }
  yield { bytes: Buffer.concat(pieces), isLast: true }
}

const idOf = ({ body }: Incoming): string => {
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(body.toString())?.[1]
  if (id === undefined) throw new Error('The object storage did not start the upload')
  return id
}

async function complete(
  call: S3Calls,
  name: string,
  { uploadId, tags }: { uploadId: string; tags: readonly string[] },
): Promise<void> {
  const parts = tags.map(
    (tag, at) =>
      `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll(/[<>&]/g, '')}</ETag></Part>`,
  )
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const answer = await call.send('POST', { name, query: { uploadId }, body })
  // This call may fail after its status was sent.
  if (answer.body.includes('<Error>')) throw new Error('The object storage did not complete the upload')
}

interface Call {
  name?: string
  query?: Record<string, string>
  body?: Uint8Array
}

class S3Calls {
  readonly #settings: S3Settings
  readonly #egress: Egress

  constructor(settings: S3Settings, egress: Egress) {
    this.#settings = settings
    this.#egress = egress
  }

  async send(method: string, call: Call): Promise<Incoming> {
    const { url, outgoing } = this.#signed(method, call)
    const answer = await exchange(url, outgoing, this.#egress)
    if (answer.status >= 300 && !(method === 'DELETE' && answer.status === 404))
      throw new Error(`The object storage answered ${answer.status} to ${method}: ${codeOf(answer.body)}`)
    return answer
  }

  /** The content of an object. Its errors destroy the stream. */
  stream(name: string): Promise<Readable> {
    const { url, outgoing } = this.#signed('GET', { name })
    return new Promise((resolve, reject) => {
      const content = new PassThrough()
      content.on('error', () => undefined)
      const stopped = new AbortController()
      content.once('close', () => stopped.abort())
      exchangeStream(url, outgoing, {
        egress: this.#egress,
        signal: stopped.signal,
        async read(response) {
          if (response.statusCode === 404) throw new MissingFileError(`${name} does not exist`)
          if (response.statusCode !== 200)
            throw new Error(`The object storage answered ${response.statusCode} to GET`)
          resolve(content)
          await pipeline(response, content)
        },
      }).catch((error: unknown) => {
        content.destroy(error as Error)
        reject(error)
      })
    })
  }

  async list(below: string): Promise<string[]> {
    const { prefix } = this.#settings
    const names: string[] = []
    for (let token: string | undefined = ''; token !== undefined;) {
      const query: Record<string, string> = { 'list-type': '2', prefix: `${prefix}${below}` }
      if (token !== '') query['continuation-token'] = token
      const text: string = (await this.send('GET', { query })).body.toString()
      for (const [, key] of text.matchAll(/<Key>([^<]+)<\/Key>/g)) names.push(key!.slice(prefix.length))
      token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]
    }
    return names.toSorted()
  }

  #signed(method: string, { name, query = {}, body = noBody }: Call) {
    const { endpoint, bucket, prefix, credentials } = this.#settings
    const path = [bucket, ...(name === undefined ? [] : `${prefix}${name}`.split('/'))]
      .map(encodeS3)
      .join('/')
    const url = new URL(`${endpoint.replace(/\/+$/, '')}/${path}`)
    url.search = Object.entries(query)
      .map(([key, value]) => `${encodeS3(key)}=${encodeS3(value)}`)
      .join('&')
    const headers = signS3({ method, url, body, at: new Date() }, credentials)
    headers['content-length'] = `${body.length}`
    return { url: url.href, outgoing: { method, headers, body } }
  }
}

const codeOf = (body: Buffer) => /<Code>([^<]+)<\/Code>/.exec(body.toString())?.[1] ?? 'no reason given'
