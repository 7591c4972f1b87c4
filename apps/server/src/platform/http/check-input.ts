import { findInputIssue, isReservedKey } from '@assay/contract/input-rules.ts'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

type InputPart = 'path' | 'query' | 'body'

/** Throws Problem 400 for forbidden names and texts. */
export function checkInput(part: InputPart, value: unknown): void {
  const issue = findInputIssue(value)
  if (!issue) return
  const path = [part, ...issue.path].join('.')
  throw new Problem(400, 'invalidInput', `The ${part} is invalid: ${path}: ${issue.message}`).withDetails([
    { path, message: issue.message },
  ])
}

/** Validates path, query and body of every request; forms with files are validated when they are parsed. */
export function checkEveryInput(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ params, query, raw, routeOptions }) => {
    checkAuthorization(raw.rawHeaders)
    checkInput('path', params)
    checkPathNames(params as Record<string, string>, routeOptions.config?.endpoint?.path)
    checkInput('query', query)
  })
  app.addHook('preValidation', async ({ body }) => {
    // Streams are validated by their handler.
    if (!isStream(body)) checkInput('body', body)
  })
}

/** Proxies and servers may each take another one of several. */
function checkAuthorization(rawHeaders: readonly string[]): void {
  const names = rawHeaders.filter((_, at) => at % 2 === 0)
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1)
    throw new Problem(400, 'invalidInput', 'The request has several Authorization headers')
}

/** Parameters that may have such values: packages, such as 'constructor' on npm, and tags. */
const isGivenName = (path: string, name: string) => path.includes('{language}') || name === 'tagName'

function checkPathNames(params: Record<string, string>, path: string | undefined): void {
  if (path === undefined) return
  for (const [name, value] of Object.entries(params)) {
    if (isReservedKey(value) && !isGivenName(path, name))
      throw new Problem(400, 'invalidInput', `The path is invalid: ${JSON.stringify(value)} is not allowed`)
  }
}

const isStream = (body: unknown): boolean => typeof body === 'object' && body !== null && 'pipe' in body
