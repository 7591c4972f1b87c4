import type { FilePart } from '@assay/contract/endpoint.ts'
import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import type { FastifyRequest } from 'fastify'
import { checkInput } from '#platform/http/check-input.ts'
import { hasContent, unsupportedMediaType } from '#platform/http/check-media-type.ts'
import { type ReceivedFile, receiveFile, sizeOf } from './receive-file.ts'
import { maxBytesInMemory } from './spool.ts'
import { deleteAfterResponse } from './forms.ts'
import { Problem } from '#platform/http/problem.ts'

type Form = Record<string, string | FilePart | FilePart[]>

/** Parses a multipart form into one object, empty without a body, with the limits of the multipart plugin unless given. */
export async function readForm(
  request: FastifyRequest,
  limits: { files?: number; fieldSize?: number } = {},
): Promise<Form> {
  if (!request.isMultipart()) {
    if (hasContent(request)) throw unsupportedMediaType(['multipart/form-data'])
    return {}
  }
  try {
    return await readParts(request, limits)
  } catch (error) {
    discardRest(request.raw)
    throw isMalformed(error) ? new Problem(400, 'invalidForm', 'The form is incomplete or malformed') : error
  }
}

/**
 * Clients that read no response before they have sent their whole body, such as browsers, would never see the reason.
 * A body that goes on and on is cut off, and a slow one by `rejectSlowBodies`.
 */
function discardRest(raw: FastifyRequest['raw']): void {
  let leftBytes = maxDocumentBytes
  raw.unpipe()
  raw.on('data', ({ length }: Uint8Array) => {
    leftBytes -= length
    if (leftBytes < 0) raw.socket.destroySoon()
  })
  raw.resume()
}

/** Errors of the plugin have a status, and a full disk has a code; parser errors have neither. */
const isMalformed = (error: unknown): boolean =>
  error instanceof Error && error.constructor === Error && !('code' in error) && !('statusCode' in error)

/** Counted while it arrives, together with the files before it, so that no more is stored than is accepted. */
async function receiveNext(file: AsyncIterable<Uint8Array>, sizeBefore: number): Promise<ReceivedFile> {
  try {
    return await receiveFile(file, maxBytesInMemory - sizeBefore, maxDocumentBytes - sizeBefore)
  } catch (error) {
    const isTooLarge = error instanceof Problem && error.errorType === 'tooLarge'
    throw isTooLarge && sizeBefore > 0
      ? new Problem(413, 'tooLarge', 'The files together are too large')
      : error
  }
}

async function readParts(
  request: FastifyRequest,
  limits: { files?: number; fieldSize?: number },
): Promise<Form> {
  const values = new Map<string, string | FilePart | FilePart[]>()
  let size = 0
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const received = await receiveNext(part.file, size)
      if (received.spooled) deleteAfterResponse(request, received.spooled)
      if (part.file.truncated) throw new Problem(413, 'tooLarge', 'A file is larger than this server accepts')
      const file = { filename: part.filename, ...received }
      size += sizeOf(file)
      const before = values.get(part.fieldname)
      // Several files with the same name form a list.
      const isFirst = before === undefined || typeof before === 'string'
      values.set(part.fieldname, isFirst ? file : [before, file].flat())
    } else if (typeof part.value === 'string') {
      values.set(part.fieldname, part.value)
    }
  }
  const form = Object.fromEntries(values)
  checkInput('body', form)
  return form
}
