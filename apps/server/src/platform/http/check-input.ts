import { findInputIssue, isReservedKey } from '@assay/contract/input-rules.ts'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

type Part = 'path' | 'query' | 'body'

/** Throws Problem 400 for names and text that no request may hold. */
export function checkInput(part: Part, value: unknown): void {
  const issue = findInputIssue(value)
  if (!issue) return
  const path = [part, ...issue.path].join('.')
  throw new Problem(400, 'invalidInput', `The ${part} is invalid: ${path}: ${issue.message}`).withDetails([
    { path, message: issue.message },
  ])
}

/** Path, query and body of every request, of whatever content type; forms with files are checked when they are read. */
export function checkEveryInput(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ params, query, routeOptions }) => {
    checkInput('path', params)
    checkPathNames(params as Record<string, string>, routeOptions.config?.endpoint?.path)
    checkInput('query', query)
  })
  app.addHook('preValidation', async ({ body }) => {
    // A stream of bytes is for its handler.
    if (!isStream(body)) checkInput('body', body)
  })
}

/** What people may call so: packages, as 'constructor' of npm, and tags. */
const isGivenName = (path: string, name: string) => path.includes('{language}') || name === 'tagName'

function checkPathNames(params: Record<string, string>, path: string | undefined): void {
  if (path === undefined) return
  for (const [name, value] of Object.entries(params)) {
    if (isReservedKey(value) && !isGivenName(path, name))
      throw new Problem(400, 'invalidInput', `The path is invalid: ${JSON.stringify(value)} is refused`)
  }
}

const isStream = (body: unknown): boolean => typeof body === 'object' && body !== null && 'pipe' in body
