import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#context.ts'
import { deviceOf } from '#identity/attempts/known-devices.ts'
import { withLockout } from '#identity/attempts/lockout.ts'
import { Problem } from '#platform/http/problem.ts'
import { countAttempt, type Subject } from './challenge.ts'
import { checkCode, type CodeAttempt } from './check-code.ts'

/** Consumes a code. Throws 401 for a wrong one, 429 after too many. */
export const useCode = (
  context: AppContext,
  subject: Subject,
  { attempt, request }: { attempt: CodeAttempt; request: FastifyRequest },
): Promise<void> =>
  withLockout(context.db, codeAttemptOf(context, subject, request), async () => {
    await countAttempt(context.db, subject)
    if (!(await checkCode(context, subject, attempt))) throw wrongCode()
  })

const codeAttemptOf = (context: AppContext, { email }: Subject, request: FastifyRequest) =>
  ({ email, address: request.ip, device: deviceOf(context, request, email), step: 'code' }) as const

export const wrongCode = () => new Problem(401, 'wrongCode', 'The code is wrong or was already used')
