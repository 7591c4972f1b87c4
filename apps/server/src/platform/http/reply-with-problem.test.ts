import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { replyWithScimProblem } from '#identity/scim/scim-problem.ts'
import { replyWithProblem } from './reply-with-problem.ts'
import { Problem } from './problem.ts'

describe.each([
  ['errors', replyWithProblem],
  ['errors of SCIM', replyWithScimProblem],
])('%s', (_, handler) => {
  const responseTo = async (problem: Error) => {
    const app = Fastify()
    app.setErrorHandler(handler)
    app.get('/', () => {
      throw problem
    })
    const { statusCode, headers } = await app.inject('/')
    return { statusCode, retryAfter: headers['retry-after'] }
  }

  const tooMany = () => new Problem(429, 'tooManyAttempts', 'x')
  const busy = () => new Problem(503, 'busy', 'x')

  test.each([tooMany, busy])('for a rate limit have Retry-After', async (problem) => {
    const statusCode = problem().status
    expect(await responseTo(problem().withRetryAfter(7.2))).toEqual({ statusCode, retryAfter: '8' })
    expect(await responseTo(problem())).toEqual({ statusCode, retryAfter: '5' })
  })

  test('for a full disk are 507', async () => {
    const full = Object.assign(new Error('No space left on device'), { code: 'ENOSPC' })
    expect(await responseTo(full)).toMatchObject({ statusCode: 507 })
  })

  test('of other kinds have no Retry-After', async () => {
    expect((await responseTo(new Problem(409, 'conflict', 'x'))).retryAfter).toBeUndefined()
  })
})
