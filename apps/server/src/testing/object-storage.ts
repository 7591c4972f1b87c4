import { createHash } from 'node:crypto'
import {
  type ServiceRequest,
  type ServiceResponse,
  type ServiceServer,
  startServiceServer,
} from './outside-server.ts'

/** Object storage with the API of Amazon S3, as far as backups use it. */
export interface ObjectStorage extends ServiceServer {
  objects: Map<string, Buffer>
  /** Parts of uploads that were neither completed nor aborted, by upload. */
  uploads: Map<string, Map<number, Buffer>>
}

export async function startObjectStorage(): Promise<ObjectStorage> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const server = await startServiceServer((request) => respond(request, { objects, uploads }))
  return Object.assign(server, { objects, uploads })
}

function respond(
  request: ServiceRequest,
  { objects, uploads }: Pick<ObjectStorage, 'objects' | 'uploads'>,
): ServiceResponse {
  const { method, url, body, headers } = request
  if (
    !/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/test-1\/s3\/aws4_request, /.test(headers.authorization ?? '')
  )
    return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
    return { status: 400, body: '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>' }
  const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
  const uploadId = url.searchParams.get('uploadId')
  if (url.searchParams.has('list-type')) return list(objects, url.searchParams)
  if (method === 'POST' && url.searchParams.has('uploads')) {
    const id = `upload-${uploads.size}-${objects.size}`
    uploads.set(id, new Map())
    return { status: 200, body: `<R><UploadId>${id}</UploadId></R>` }
  }
  if (uploadId !== null) return ofUpload(request, { objects, uploads, key, uploadId })
  if (method === 'PUT') objects.set(key, body)
  if (method === 'DELETE') return { status: objects.delete(key) ? 204 : 404 }
  const found = objects.get(key)
  return found ? { status: 200, body: method === 'GET' ? found : '' } : { status: 404 }
}

function ofUpload(
  { method, url, body }: ServiceRequest,
  {
    objects,
    uploads,
    key,
    uploadId,
  }: Pick<ObjectStorage, 'objects' | 'uploads'> & { key: string; uploadId: string },
): ServiceResponse {
  const parts = uploads.get(uploadId)
  if (parts === undefined) return { status: 404 }
  const number = Number(url.searchParams.get('partNumber'))
  if (method === 'PUT') {
    parts.set(number, body)
    return { status: 200, headers: { etag: `"${number}"` } }
  }
  uploads.delete(uploadId)
  if (method === 'POST')
    objects.set(key, Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes)))
  return { status: 200 }
}

/** Two at a time, so that the client has to continue. */
function list(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): ServiceResponse {
  const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).toSorted()
  const from = Number(query.get('continuation-token') ?? 0)
  const keys = names.slice(from, from + 2).map((name) => `<Contents><Key>${name}</Key></Contents>`)
  const isMore = from + 2 < names.length
  const next = isMore ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  return { status: 200, body: `<ListBucketResult>${keys.join('')}${next}</ListBucketResult>` }
}
