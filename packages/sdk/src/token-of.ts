import type { AccessToken } from '@assay/contract/access-tokens.ts'
import type { LoginChallenge } from '@assay/contract/credentials.ts'

/** The login requires a second factor: complete the challenge with mfa.validate. */
export class SecondFactorNeeded extends Error {
  override readonly name = 'SecondFactorNeeded'
  readonly challenge: LoginChallenge

  constructor(challenge: LoginChallenge) {
    super('A second factor is needed to log in')
    this.challenge = challenge
  }
}

/** The access token of a login response. Throws SecondFactorNeeded if there is none yet. */
export function tokenOf(response: AccessToken | LoginChallenge): string {
  if ('token' in response) return response.token
  throw new SecondFactorNeeded(response)
}
