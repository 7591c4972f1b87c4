import type { FilePart } from '@assay/contract/endpoint.ts'
import { maxDocumentBytes } from '@assay/engine/documents/limits.ts'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** Reads a multipart form into one object; limits are those of the multipart plugin. */
export async function readForm(
  request: FastifyRequest,
): Promise<Record<string, string | FilePart | FilePart[]>> {
  if (!request.isMultipart()) throw new Problem(415, 'notAForm', 'The body is not multipart/form-data')
  const values: Record<string, string | FilePart | FilePart[]> = {}
  let size = 0
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const file = { filename: part.filename, bytes: await part.toBuffer() }
      size += file.bytes.length
      if (size > maxDocumentBytes) throw new Problem(413, 'tooLarge', 'The files are too large together')
      const before = values[part.fieldname]
      // Of one name, files are a list.
      values[part.fieldname] =
        before === undefined || typeof before === 'string' ? file : [before, file].flat()
    } else if (typeof part.value === 'string') {
      values[part.fieldname] = part.value
    }
  }
  return values
}
