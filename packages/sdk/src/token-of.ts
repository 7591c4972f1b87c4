import type { AccessToken, LoginChallenge } from '@assay/contract/credentials.ts'

/** A login that goes on with a second factor: answer the challenge by mfa.validate. */
export class SecondFactorNeeded extends Error {
  override readonly name = 'SecondFactorNeeded'
  readonly challenge: LoginChallenge

  constructor(challenge: LoginChallenge) {
    super('A second factor is needed to log in')
    this.challenge = challenge
  }
}

/** The access token of an answer to a login. Throws SecondFactorNeeded when there is none yet. */
export function tokenOf(answer: AccessToken | LoginChallenge): string {
  if ('token' in answer) return answer.token
  throw new SecondFactorNeeded(answer)
}
