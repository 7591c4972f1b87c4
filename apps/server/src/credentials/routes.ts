import { contract } from '@assay/contract/contract.ts'
import type { FastifyRequest } from 'fastify'
import type { Parts } from '../app.ts'
import { checkNotLeaked } from '../auth/leaked-passwords.ts'
import { isPassword } from '../auth/passwords.ts'
import { accountScope, type Caller } from '../auth/scope.ts'
import { readSecret } from '../auth/secret.ts'
import { type Handlers, implement, reply } from '../http/implement.ts'
import { Problem } from '../http/problem.ts'
import { mailLink } from '../mail/mail-link.ts'
import { challengeFor } from '../mfa/challenge.ts'
import { isStillKnown, logoutUrlOf, type SessionKey } from '../oidc/tokens.ts'
import { changePassword, resetPassword } from './change-password.ts'
import { dropCookie, enter, type Entered, type Exchange, handOver, refreshTextOf } from './enter.ts'
import { limitLetters, withLockout } from './lockout.ts'
import { refreshSession } from './open-session.ts'
import { keepRegistration, mailVerification, verifyAddress } from './register.ts'
import { findLogin, revokeSession } from './store.ts'

export function credentialsRoutes(parts: Parts): void {
  const { binding, db, config } = parts
  /** The password was right: in, or on to the second factor. */
  const proceed = async (who: Omit<Entered, 'credential'>, exchange: Exchange) => {
    const challenge = await challengeFor(parts, who)
    return challenge ? reply(202, challenge) : enter(parts, { ...who, credential: 'password' }, exchange)
  }
  implement(binding, contract.credentials, {
    async login({ body, request, out }) {
      const who = await withLockout(db, { email: body.email, address: request.ip }, async () => {
        const login = await findLogin(db, body.email)
        const isRight = await isPassword(login?.passwordHash, body.password)
        if (!login || !isRight)
          throw new Problem(401, 'wrongCredentials', 'The e-mail address or the password is wrong')
        return login
      })
      const email = body.email.toLowerCase()
      return proceed({ ...who, email, action: 'credentials.login' }, { request, out })
    },
    async refresh({ request, out }) {
      const secret = refreshSecret(request)
      const session = secret && (await refreshSession(db, secret))
      if (!secret || !session) throw new Problem(401, 'loginRequired', 'A login is required')
      if (!(await isStillKnown(parts, secret))) {
        await revokeSession(db, secret.accountUuid, secret.uuid)
        throw new Problem(401, 'loginRequired', 'The provider of your login ended it')
      }
      return handOver(parts, out, session)
    },
    async logout({ caller, request, out }) {
      const ended = [refreshSecret(request), sessionKeyOf(caller)].filter((each) => each !== null)
      const urls = await Promise.all(ended.map((session) => providerLogout(parts, session, request)))
      for (const { accountUuid, uuid } of ended) await revokeSession(db, accountUuid, uuid)
      dropCookie(out)
      return { logoutUrl: urls.find((url) => url !== null) ?? null }
    },
    ...registering(parts),
    async forget({ query, request }) {
      await limitLetters(db, { email: query.email, address: request.ip })
      afterAnswer(request, forget(parts, query.email))
      return {}
    },
    async reset({ body, request, out }) {
      await checkNotLeaked({ config, log: request.log }, body.password)
      const { purpose, ...who } = await resetPassword(parts, body)
      return proceed({ ...who, action: `credentials.reset ${purpose}` }, { request, out })
    },
    async change({ caller, body, request }) {
      const { email } = caller
      await checkNotLeaked({ config, log: request.log }, body.newPassword)
      await withLockout(db, { email, address: request.ip }, () => changePassword(parts, caller, body))
      return {}
    },
  })
}

const registering = (parts: Parts): Pick<Handlers<typeof contract.credentials>, 'register' | 'verify'> => ({
  async register({ body, request }) {
    if (!parts.config.allowsRegistration) {
      throw new Problem(403, 'registrationClosed', 'Accounts are made by the operator of this installation')
    }
    await limitLetters(parts.db, { email: body.email, address: request.ip })
    await checkNotLeaked({ config: parts.config, log: request.log }, body.password)
    const token = await keepRegistration(parts.db, body)
    afterAnswer(request, mailVerification(parts, { email: body.email, token }))
    return {}
  },
  async verify({ body, request, out }) {
    const who = await verifyAddress(parts.db, { ...body, address: request.ip })
    return enter(parts, { ...who, action: 'credentials.register', credential: 'password' }, { request, out })
  },
})

/** Mails after the answer, so that its time tells nothing of who has a login. */
const afterAnswer = (request: FastifyRequest, mailing: Promise<void>) =>
  void mailing.catch((error: unknown) => request.log.error({ err: error }, 'A link could not be mailed'))

async function forget(parts: Parts, email: string): Promise<void> {
  const login = await findLogin(parts.db, email)
  if (!login || parts.config.mail === undefined) return
  await mailLink(parts, accountScope(login.accountUuid), { uuid: login.memberUuid, email, purpose: 'reset' })
}

const sessionKeyOf = (caller: Caller | null): SessionKey | null =>
  caller?.by.kind === 'session' ? { accountUuid: caller.scope.accountUuid, uuid: caller.by.uuid } : null

/** Our own session ends whether or not the provider can be asked. The access token may be of an older session. */
async function providerLogout(
  parts: Parts,
  session: SessionKey,
  request: FastifyRequest,
): Promise<string | null> {
  try {
    return await logoutUrlOf(parts, session)
  } catch (error) {
    request.log.warn({ err: error }, 'The provider could not be asked for its logout')
    return null
  }
}

const refreshSecret = (request: FastifyRequest) => readSecret('refresh', refreshTextOf(request))
