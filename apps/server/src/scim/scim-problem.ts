import { scimSchemas } from '@assay/contract/scim.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '../http/answer-problem.ts'
import { Problem } from '../http/problem.ts'

/** RFC 7644 §3.12. */
type ScimType = 'invalidFilter' | 'uniqueness' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue'

export const invalidFilter = (why: string) => scimProblem('invalidFilter', `The filter is invalid. ${why}`)
export const scimProblem = (type: ScimType, message: string) =>
  new Problem(type === 'uniqueness' ? 409 : 400, type, message)

/** What other parts of the server refuse, in SCIM's words. */
const scimTypes: Record<string, ScimType> = {
  ...{ invalidFilter: 'invalidFilter', uniqueness: 'uniqueness', invalidSyntax: 'invalidSyntax' },
  ...{ invalidPath: 'invalidPath', noTarget: 'noTarget', invalidValue: 'invalidValue' },
  ...{ emailTaken: 'uniqueness', invalidInput: 'invalidValue', invalidRequest: 'invalidSyntax' },
}

/** Below /api/v1/scim, an error's shape is SCIM's. */
export function answerScimProblem(error: unknown, request: FastifyRequest, out: FastifyReply) {
  const { status, errorType, message } = problemOf(error, request)
  const scimType = scimTypes[errorType]
  if (status === 401) out.header('www-authenticate', 'Basic realm="SCIM"')
  const body = {
    schemas: [scimSchemas.error],
    status: String(status),
    ...(scimType && { scimType }),
    detail: message,
  }
  return out.code(status).type('application/scim+json; charset=utf-8').send(JSON.stringify(body))
}
