import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { tooLarge } from '#platform/uploads/spool.ts'
import { addChunk, deleteUpload, openUpload } from './upload-store.ts'

const chunkBytes = 1024 * 1024

interface UploadRequest {
  request: FastifyRequest
  reply: FastifyReply
  maxBytes: number
}

/** Stores the request body in chunks. Throws 413 if it is too large, 503 while too many uploads are in progress. */
export async function receiveUpload(
  db: Database,
  { request, reply, maxBytes }: UploadRequest,
): Promise<string> {
  try {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
    const uploadUuid = await openUpload(db)
    if (uploadUuid === null)
      throw new Problem(503, 'busy', 'Other advisory files are being uploaded. Try again later')
    // Destroying the stream would close the connection before the error response is sent.
    const body = (request.body as Readable).iterator({ destroyOnReturn: false })
    await storeAll(db, { uploadUuid, body, maxBytes })
    return uploadUuid
  } catch (error) {
    // Discards the rest of the body.
    reply.header('connection', 'close')
    throw error
  }
}

async function storeAll(
  db: Database,
  { uploadUuid, body, maxBytes }: { uploadUuid: string; body: AsyncIterable<Uint8Array>; maxBytes: number },
): Promise<void> {
  try {
    let number = 0
    for await (const content of chunksOf(body, maxBytes))
      await addChunk(db, { uploadUuid, number: number++, content })
  } catch (error) {
    await deleteUpload(db, uploadUuid)
    throw error
  }
}

async function* chunksOf(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = []
  let [heldBytes, size] = [0, 0]
  for await (const piece of body) {
    size += piece.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    buffered.push(piece)
    heldBytes += piece.length
    if (heldBytes < chunkBytes) continue
    yield Buffer.concat(buffered)
    buffered = []
    heldBytes = 0
  }
  if (heldBytes > 0) yield Buffer.concat(buffered)
}
