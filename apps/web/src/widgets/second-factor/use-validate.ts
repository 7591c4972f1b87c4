import type { AccessToken } from '@assay/contract/access-tokens.ts'
import type { MfaMethod } from '@assay/contract/credentials.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'

interface CodeAttempt {
  method: MfaMethod
  totp: string
  /** A new factor instead of an active one. */
  isSetup: boolean
}

/** Completes a login challenge. An expired one returns to the password step with a message. */
export function useValidate(challenge: string): (attempt: CodeAttempt) => Promise<AccessToken> {
  const { dropChallenge } = useSession()
  return async ({ method, totp, isSetup }) => {
    try {
      const response = await api.mfa.validate({
        params: { method },
        body: { totp, challenge },
        query: isSetup ? { isSetup: 'true' } : {},
      })
      if (!('token' in response)) throw new Error('A challenge was answered without a session')
      return response
    } catch (error) {
      if (error instanceof ApiError && error.errorType === 'challengeEnded') dropChallenge(messageOf(error))
      throw error
    }
  }
}
