import type { FilePart } from '@assay/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** Reads a multipart form into one object; limits are those of the multipart plugin. */
export async function readForm(request: FastifyRequest): Promise<Record<string, string | FilePart>> {
  if (!request.isMultipart()) throw new Problem(415, 'notAForm', 'The body is not multipart/form-data')
  const values: Record<string, string | FilePart> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      values[part.fieldname] = { filename: part.filename, bytes: await part.toBuffer() }
    } else if (typeof part.value === 'string') {
      values[part.fieldname] = part.value
    }
  }
  return values
}
