import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#context.ts'
import { attemptOf } from '#identity/attempts/known-devices.ts'
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
  withLockout(context.db, { ...attemptOf(context, request, subject.email), step: 'code' }, async () => {
    await countAttempt(context.db, subject)
    if (!(await checkCode(context, subject, attempt))) throw wrongCode()
  })

export const wrongCode = () => new Problem(401, 'wrongCode', 'The code is wrong or was already used')
