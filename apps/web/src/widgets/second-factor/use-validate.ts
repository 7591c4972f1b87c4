import type { AccessToken, MfaMethod } from '@assay/contract/credentials.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'

interface Given {
  method: MfaMethod
  totp: string
  /** A new factor, rather than one in use. */
  isSetup: boolean
}

/** Answers a login's challenge. One that took too long leads back to the password, and says so. */
export function useValidate(challenge: string): (given: Given) => Promise<AccessToken> {
  const { dropChallenge } = useSession()
  return async ({ method, totp, isSetup }) => {
    try {
      const answer = await api.mfa.validate({
        params: { method },
        body: { totp, challenge },
        query: isSetup ? { isSetup: 'true' } : {},
      })
      if (!('token' in answer)) throw new Error('A challenge was answered without a session')
      return answer
    } catch (error) {
      if (error instanceof ApiError && error.errorType === 'challengeEnded') dropChallenge(messageOf(error))
      throw error
    }
  }
}
