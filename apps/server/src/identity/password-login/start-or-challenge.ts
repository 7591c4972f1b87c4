import type { LoginChallenge } from '@assay/contract/credentials.ts'
import type { AppContext } from '#context.ts'
import { respond } from '#auth/router/reply.ts'
import { challengeFor } from '#identity/mfa/challenge.ts'
import {
  confirmLogin,
  type Exchange,
  type Identify,
  openLogin,
  sendTokens,
} from '#identity/sessions/start-session.ts'
import type { OpenedSession } from '#identity/sessions/open-session.ts'

type Outcome = { challenge: LoginChallenge } | { session: OpenedSession }

/** After a correct password: starts a session or issues a second-factor challenge. */
export async function startSessionOrChallenge(
  context: Pick<AppContext, 'config' | 'sms'>,
  exchange: Exchange,
  identify: Identify,
) {
  const outcome = await exchange.change<Outcome>(async (tx) => {
    const who = await confirmLogin(tx, await identify(tx))
    const challenge = await challengeFor({ db: tx, sms: context.sms }, who)
    if (challenge) {
      const event = { action: 'credentials.challenge', after: { methods: challenge.methods } }
      return { result: { challenge }, by: who, ...event, ...who.event }
    }
    const { result: session, ...event } = await openLogin(tx, who, { ...context, ...exchange })
    return { result: { session }, ...event }
  })
  return 'challenge' in outcome
    ? respond(202, outcome.challenge)
    : sendTokens(context, exchange.reply, outcome.session)
}
