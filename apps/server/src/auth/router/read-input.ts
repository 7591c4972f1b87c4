import { acceptedMediaTypes, type Endpoint, mediaTypeOf, multipartForm } from '@assay/contract/endpoint.ts'
import { type FieldIssue, issuesByField, namesField } from '@assay/contract/field-issues.ts'
import { spreadFilters } from '@assay/contract/filters.ts'
import { messagesFor } from '@assay/contract/input-messages.ts'
import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { isUuid } from '#platform/http/is-uuid.ts'
import { notFound, Problem } from '#platform/http/problem.ts'
import { readForm } from '#platform/uploads/read-form.ts'

/** Validates path, query and body with the endpoint's schemas. Throws Problem 400 and 404. */
export async function readInput(endpoint: Endpoint, request: FastifyRequest) {
  const params = request.params as Record<string, string>
  checkUuids(params)
  const mediaType = endpoint.body && mediaTypeOf(endpoint.body)
  // Binary bodies remain a stream for the handler.
  const isStream = mediaType === 'application/octet-stream'
  const body = await readBody(endpoint, request)
  if (isStream && !(body instanceof Readable)) throw new Problem(400, 'bodyMissing', 'The body is missing')
  return {
    params,
    ...(endpoint.query && {
      query: parse(endpoint.query, spreadFilters(endpoint.query, request.query), 'query'),
    }),
    ...(endpoint.body && { body: isStream ? body : parse(endpoint.body, body, 'body') }),
  }
}

/** Only endpoints whose clients send files accept them. */
async function readBody({ body: schema, formLimits }: Endpoint, request: FastifyRequest): Promise<unknown> {
  const [usual, ...alternatives] = schema ? acceptedMediaTypes(schema) : []
  if (usual === multipartForm) return readForm(request)
  const isAlternative = alternatives.includes(multipartForm) && request.isMultipart()
  return isAlternative ? readForm(request, formLimits ?? { files: 0 }) : request.body
}

/** A malformed UUID gets the same 404 as an unknown one. */
function checkUuids(params: Record<string, string>) {
  for (const [name, value] of Object.entries(params)) {
    if (name.endsWith('Uuid') && !isUuid(value)) throw notFound(name.slice(0, -4))
  }
}

/** Limits the error response to the size of the request. */
const maxDetails = 100

function parse(schema: z.ZodType, value: unknown, part: 'query' | 'body'): unknown {
  const result = schema.safeParse(value, { error: messagesFor(part) })
  if (result.success) return result.data
  const issues = issuesByField(result.error.issues, value)
  const details = issues.slice(0, maxDetails).map(({ path, message }) => ({
    path: [part, ...path].join('.'),
    message,
  }))
  throw new Problem(400, 'invalidInput', `The ${part} is invalid: ${summary(part, issues)}`).withDetails(
    details,
  )
}

const summary = (part: string, issues: readonly FieldIssue[]) =>
  issues
    .slice(0, 3)
    .map(({ path, message }) =>
      path.length === 0 || namesField(path, message) ? message : `${[part, ...path].join('.')}: ${message}`,
    )
    .join('; ')
