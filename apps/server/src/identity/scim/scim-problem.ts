import type { ErrorType } from '@assay/contract/error-types.ts'
import { scimSchemas } from '@assay/contract/scim.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addRetryAfter, problemOf } from '#platform/http/reply-with-problem.ts'
import { Problem } from '#platform/http/problem.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

/** RFC 7644 §3.12. */
type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A problem with its own scimType. */
export class ScimProblem extends Problem {
  readonly scimType: ScimType

  constructor(scimType: ScimType, message: string) {
    const isTaken = scimType === 'uniqueness'
    super(isTaken ? 409 : 400, isTaken ? 'alreadyExists' : 'invalidInput', message)
    this.scimType = scimType
  }
}

export const invalidFilter = (why: string) => scimProblem('invalidFilter', `The filter is invalid. ${why}`)
export const scimProblem = (type: ScimType, message: string) => new ScimProblem(type, message)

/** scimType of error types from other parts of the server. */
const scimTypes: Partial<Record<ErrorType, ScimType>> = {
  emailTaken: 'uniqueness',
  alreadyExists: 'uniqueness',
  invalidInput: 'invalidValue',
  invalidRequest: 'invalidSyntax',
}

const scimTypeOf = (problem: Problem): ScimType | undefined =>
  problem instanceof ScimProblem ? problem.scimType : ownProperty(scimTypes, problem.errorType)

/** Errors below /api/v1/scim are in SCIM format. */
export function replyWithScimProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error, request)
  const { status } = problem
  addRetryAfter(reply, problem)
  if (status === 401) reply.header('www-authenticate', 'Basic realm="SCIM"')
  const body = JSON.stringify(scimBodyOf(problem))
  return reply.code(status).type('application/scim+json; charset=utf-8').send(body)
}

export function scimBodyOf(problem: Problem) {
  const scimType = scimTypeOf(problem)
  return {
    schemas: [scimSchemas.error],
    status: String(problem.status),
    ...(scimType && { scimType }),
    detail: problem.message,
  }
}
