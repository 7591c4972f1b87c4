import { acceptedMediaTypes, type Endpoint, isJson } from '@assay/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** Rejects bodies of an unexpected content type before they are read. Throws Problem 415. */
export function checkMediaTypes(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const body = request.routeOptions.config?.endpoint?.body
    if (!body || !hasContent(request)) return
    const accepted = mediaTypesOf(body)
    if (!accepted.includes(mediaTypeOfRequest(request))) throw unsupportedMediaType(accepted)
  })
}

/** SCIM clients may send JSON under either type: RFC 7644 §3.1. */
export const mediaTypesOf = (body: NonNullable<Endpoint['body']>): string[] => [
  ...new Set([...acceptedMediaTypes(body), ...(isJson(body) ? ['application/json'] : [])]),
]

export const unsupportedMediaType = (accepted: readonly string[]) =>
  new Problem(
    415,
    'unsupportedMediaType',
    accepted.length === 0
      ? 'This content type is not accepted here'
      : `The content type of the body must be ${accepted.join(' or ')}`,
  )

export const hasContent = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const mediaTypeOfRequest = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
