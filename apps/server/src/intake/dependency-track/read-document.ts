import type { FilePart } from '@assay/contract/endpoint.ts'
import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import type { FastifyRequest } from 'fastify'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { Problem } from '#platform/http/problem.ts'
import { deleteAfterResponse } from '#platform/uploads/forms.ts'
import { receiveFile } from '#platform/uploads/receive-file.ts'
import { maxBytesInMemory, readSpooled } from '#platform/uploads/spool.ts'

/** First bytes of compressed files, which clients send with or without the media type of the part. */
const compressions: readonly [magic: readonly number[], open: () => Transform][] = [
  [[0x1f, 0x8b], () => createGunzip()],
  [[0x28, 0xb5, 0x2f, 0xfd], () => createZstdDecompress()],
]

type Sent = string | FilePart | FilePart[] | undefined

/** The document of an upload: base64 in JSON, a file or text in a form; compressed or not. Of several files, the first. */
export async function readDocument(
  request: FastifyRequest,
  sent: Sent,
  what: 'BOM' | 'VEX' | 'report',
): Promise<FilePart> {
  const file = await receive(request, sent, what)
  const open = compressions.find(([magic]) => magic.every((byte, at) => file.bytes[at] === byte))?.[1]
  return open ? decompress(request, file, open()) : file
}

async function receive(request: FastifyRequest, sent: Sent, what: string): Promise<FilePart> {
  const first = Array.isArray(sent) ? sent[0] : sent
  if (first === undefined) throw new Problem(400, 'bodyMissing', `No ${what} file provided.`)
  if (typeof first !== 'string') return first
  const bytes = request.isMultipart() ? Buffer.from(first) : decodeBase64(first, what)
  return kept(request, await receiveFile(Readable.from([bytes], { objectMode: false })))
}

function decodeBase64(text: string, what: string): Buffer {
  const compact = text.replaceAll(/[\r\n]/g, '')
  if (!/^[\w+/-]+={0,2}$/.test(compact))
    throw new Problem(400, 'unreadableDocument', `The ${what} is not valid base64`)
  return Buffer.from(compact, 'base64')
}

async function decompress(
  request: FastifyRequest,
  { bytes, spooled }: FilePart,
  into: Transform,
): Promise<FilePart> {
  try {
    const received = await pipeline(spooled ? readSpooled(spooled.path) : [bytes], into, (output) =>
      receiveFile(output as AsyncIterable<Uint8Array>, maxBytesInMemory, maxDocumentBytes),
    )
    return kept(request, received)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(400, 'unreadableDocument', 'The document is compressed, but cannot be decompressed')
  }
}

/** Large files are on disk until the response was sent. */
function kept(request: FastifyRequest, received: Pick<FilePart, 'bytes' | 'spooled'>): FilePart {
  if (received.spooled) deleteAfterResponse(request, received.spooled)
  return { filename: 'bom', ...received }
}
