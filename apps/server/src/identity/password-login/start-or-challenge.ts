import type { LoginChallenge } from '@assay/contract/credentials.ts'
import type { AppContext } from '#context.ts'
import { respond } from '#auth/router/reply.ts'
import { rememberDevice } from '#identity/attempts/known-devices.ts'
import { challengeFor } from '#identity/mfa/challenge.ts'
import {
  confirmLogin,
  type Exchange,
  type Identify,
  openLogin,
  sendTokens,
} from '#identity/sessions/start-session.ts'
import type { OpenedSession } from '#identity/sessions/open-session.ts'

type Outcome = { challenge: LoginChallenge } | { session: OpenedSession; email: string }

/** After a correct password: starts a session or issues a second-factor challenge. */
export async function startSessionOrChallenge(
  context: Pick<AppContext, 'config' | 'sms' | 'vault'>,
  exchange: Exchange,
  identify: Identify,
) {
  const outcome = await exchange.change<Outcome>(async (tx) => {
    const principal = await confirmLogin(tx, await identify(tx))
    const challenge = await challengeFor({ db: tx, sms: context.sms }, principal)
    if (challenge) {
      const event = { action: 'credentials.challenge', after: { methods: challenge.methods } }
      return { result: { challenge }, by: principal, ...event, ...principal.event }
    }
    const { result: session, ...event } = await openLogin(tx, principal, { ...context, ...exchange })
    return { result: { session, email: principal.enteredAs ?? principal.email }, ...event }
  })
  if ('challenge' in outcome) return respond(202, outcome.challenge)
  const tokens = sendTokens(context, exchange.reply, outcome.session)
  rememberDevice(context, exchange, outcome.email)
  return tokens
}
