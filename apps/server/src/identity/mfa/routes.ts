import { contract } from '@assay/contract/contract.ts'
import { type FactorType, MfaMethod } from '@assay/contract/credentials.ts'
import { renderSVG } from 'uqr'
import type { AppContext } from '#context.ts'
import { forbidden } from '#auth/forbidden.ts'
import type { ChangeBy } from '#auth/router/change.ts'
import type { Caller } from '#auth/scope.ts'
import { startSession, type Exchange } from '#identity/sessions/start-session.ts'
import { queueSms } from '#platform/sms/send-sms-job.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { findMember, findVisibleMember } from '#accounts/members/store.ts'
import { actorOf, challengeEnded, checkCanSetUp, lockSubject, type Subject, subjectOf } from './challenge.ts'
import { consumeChallenge } from '#auth/sessions/login-challenge-store.ts'
import {
  startFactor,
  stopFactors,
  stoppable,
  revokeRecoveryCodes,
  renewRecoveryCodes,
} from './change-factors.ts'
import { appCodes, makeTextCode, newAppKey, textCodeLifetimeMs } from './check-code.ts'
import { maskPhone, methodsOf, purposeOf, statusOf, requireFactor } from './factors.ts'
import { listFactors, proposeFactor } from './store.ts'
import { useCode } from './use-code.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { countRecoveryCodes } from './recovery-code-store.ts'
import { networkOf } from '#auth/limits/network-of.ts'
import { limitOf, reserve } from '#auth/limits/rate-limit.ts'
import type { Database } from '#platform/database/database.ts'

export function mfaRoutes(context: AppContext): void {
  const { routes, db } = context
  registerRoutes(routes, contract.mfa, {
    ...recoveryCodeCalls(context),
    async sendSms({ caller, body, request, change }) {
      const subject = await subjectOf(db, caller, body.challenge)
      const phone = await sendCode(context, subject, { newPhone: body.phone, address: request.ip, change })
      return { phone: maskPhone(phone), expiresInMs: textCodeLifetimeMs }
    },
    async validate({ caller, params, query, body, request, reply, change }) {
      const method = MfaMethod.options.find((each) => each === params.method) ?? throwNotFound('method')
      const subject = await subjectOf(db, caller, body.challenge)
      const { isSetup } = query
      if (isSetup) checkCanSetUp(subject)
      else if (subject.challenge?.purpose !== 'code') throw challengeEnded()
      const attempt = { method, code: body.totp, isSetup }
      await useCode(context, subject, { attempt, request })
      // Recovery codes are not set up with a code.
      if (isSetup && method !== 'scratch-codes') {
        await startFactor(subject, { method, change })
      }
      return subject.challenge
        ? finish(context, { subject, method }, { request, reply, change })
        : statusOf(context, subject.scope, subject.memberUuid)
    },
    async appStatus({ caller: { scope, memberUuid } }) {
      return { active: (await methodsOf(db, scope, memberUuid)).includes('app') }
    },
    async initializeApp({ caller, body, change }) {
      const subject = await subjectOf(db, caller, body?.challenge)
      checkCanSetUp(subject)
      const key = newAppKey()
      await change(async (tx) => {
        await lockSubject(tx, subject)
        await propose({ ...context, db: tx }, subject, { method: 'app', secret: key })
        return { result: null, by: actorOf(subject), target: { memberUuid: subject.memberUuid } }
      })
      const url = appCodes(key, subject.email).toString()
      const qrCode = `data:image/svg+xml;base64,${Buffer.from(renderSVG(url)).toString('base64')}`
      return { secret: key, url, qrCode }
    },
    deactivateApp({ caller, change }) {
      const { memberUuid, email } = caller
      return stopFactors(context, caller, { memberUuid, email, requested: ['app'], change })
    },
    async status({ caller, params }) {
      const { uuid } = await managed(context, caller, params.memberUuid)
      return statusOf(context, caller.scope, uuid)
    },
    async change({ caller, params, body, change }) {
      const { uuid: memberUuid, email } = await managed(context, caller, params.memberUuid)
      const requested = stoppable.filter((each) => body === null || body[each] === false)
      return stopFactors(context, caller, { memberUuid, email, requested, change })
    },
  })
}

/** The caller's own factors, or those of others for account administrators. */
async function managed({ db }: AppContext, caller: Caller, memberUuid: string) {
  const find = memberUuid.toLowerCase() === caller.memberUuid ? findMember : findVisibleMember
  const member = (await find(db, caller.scope, memberUuid)) ?? throwNotFound('member')
  if (member.uuid === caller.memberUuid || caller.role === 'Administrator') return member
  throw forbidden(
    'Seeing or changing the second factors of other members',
    "the role 'Administrator' in the account",
  )
}

async function propose(
  { db, vault }: Pick<AppContext, 'db' | 'vault'>,
  { scope, memberUuid }: Subject,
  { method, secret }: { method: FactorType; secret: string },
): Promise<void> {
  const sealed = vault.seal(secret, purposeOf(method, memberUuid))
  if (!(await proposeFactor(db, scope, { memberUuid, method, secret: sealed }))) {
    throw new Problem(409, 'alreadyActive', 'This factor is already active. Deactivate it first')
  }
}

interface CodeRequest {
  newPhone: string | undefined
  address: string
  change: ChangeBy
}

/** The phone number: a new one being set up, or the active one. */
async function sendCode(
  context: AppContext,
  subject: Subject,
  { newPhone, address, change }: CodeRequest,
): Promise<string> {
  const { sms, vault } = context
  if (!sms) throw new Problem(400, 'smsUnavailable', 'This installation cannot send text messages')
  const { scope, memberUuid } = subject
  return change(async (tx) => {
    await lockSubject(tx, subject)
    if (newPhone !== undefined) {
      checkCanSetUp(subject)
      await propose({ vault, db: tx }, subject, { method: 'sms', secret: newPhone })
    }
    const factors = await listFactors(tx, scope, memberUuid)
    const factor = factors.find(({ method, secret }) => method === 'sms' && secret.length > 0)
    if (!factor) throw new Problem(400, 'noPhone', 'A phone number is required')
    const phone = vault.open(factor.secret, purposeOf('sms', memberUuid))
    const code = await makeTextCode({ vault, db: tx }, { subject, sealedPhone: factor.secret })
    await limitTexts(tx, { phone, address })
    const details = { target: { memberUuid }, after: { phone: maskPhone(phone) } }
    await queueSms(context, tx, {
      accountUuid: scope.accountUuid,
      phone,
      text: `${code} is your code for Assay`,
      expiresAt: new Date(Date.now() + textCodeLifetimeMs),
    })
    return { result: phone, by: actorOf(subject), ...details }
  })
}

/** Exchanges the challenge for a session. */
async function finish(
  context: AppContext,
  { subject, method }: { subject: Subject; method: MfaMethod },
  exchange: Exchange,
) {
  const { scope, challenge } = subject
  return startSession(context, exchange, async () => ({
    ...actorOf(subject),
    credential: `password and ${method}`,
    async confirm(tx) {
      if (!challenge || !(await consumeChallenge(tx, scope, challenge.uuid))) throw challengeEnded()
    },
  }))
}

type Calls = Pick<Handlers<typeof contract.mfa>, 'scratchCodes' | 'makeScratchCodes' | 'removeScratchCodes'>

const recoveryCodeCalls = (context: AppContext): Calls => ({
  async scratchCodes({ caller: { scope, memberUuid } }) {
    const { remaining, createdAt } = await countRecoveryCodes(context.db, scope, memberUuid)
    return { remaining, createdAt: createdAt?.getTime() ?? null }
  },
  async makeScratchCodes({ caller, change }) {
    await requireFactor(context.db, caller.scope, caller.memberUuid)
    return { codes: await renewRecoveryCodes(context, caller, change) }
  },
  async removeScratchCodes({ caller, change }) {
    await revokeRecoveryCodes(caller, change)
    return {}
  },
})

const free = { phone: 5, address: 50 }

/** Limits code messages by phone and by client network. Throws 429. */
export async function limitTexts(
  db: Database,
  { phone, address }: { phone: string; address: string },
): Promise<void> {
  const limits = [
    limitOf(`text to ${phone}`, free.phone),
    limitOf(`text from ${networkOf(address)}`, free.address),
  ]
  await reserve(db, limits, { errorType: 'tooManyAttempts', message: 'Too many codes were requested' })
}
