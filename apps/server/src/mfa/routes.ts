import { contract } from '@assay/contract/contract.ts'
import type { MfaMethod } from '@assay/contract/credentials.ts'
import { messages } from '@assay/contract/problem.ts'
import { renderSVG } from 'uqr'
import type { Parts } from '../app.ts'
import type { Caller } from '../auth/scope.ts'
import { enter, type Exchange } from '../credentials/enter.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { findMember, findVisibleMember } from '../members/store.ts'
import { challengeEnded, checkMaySetUp, type Subject, subjectOf } from './challenge.ts'
import { spendChallenge } from './challenge-store.ts'
import { startFactor, stopFactors, stoppable } from './change-factors.ts'
import { appCodes, makeTextCode, newAppKey, textCodeLifetimeMs } from './check-code.ts'
import { maskPhone, methodsOf, purposeOf, statusOf } from './factors.ts'
import { scratchCodeCalls } from './scratch-code-calls.ts'
import { listFactors, proposeFactor } from './store.ts'
import { useCode } from './use-code.ts'

const methods: readonly MfaMethod[] = ['app', 'sms', 'scratch-codes']

export function mfaRoutes(parts: Parts): void {
  const { binding, db } = parts
  implement(binding, contract.mfa, {
    ...scratchCodeCalls(parts),
    async sendSms({ caller, body }) {
      const subject = await subjectOf(db, caller, body.challenge)
      const phone = await sendCode(parts, subject, body.phone)
      return { phone: maskPhone(phone), expiresInMs: textCodeLifetimeMs }
    },
    async validate({ caller, params, query, body, request, out, record }) {
      const method = methods.find((each) => each === params.method) ?? missing('method')
      const subject = await subjectOf(db, caller, body.challenge)
      const { isSetup } = query
      if (isSetup) checkMaySetUp(subject)
      else if (subject.challenge?.purpose !== 'code') throw challengeEnded()
      const given = { method, code: body.totp, isSetup }
      await useCode(parts, subject, { given, address: request.ip })
      // Scratch codes are not set up: there is no such code to be right.
      if (isSetup && method !== 'scratch-codes') {
        await startFactor(parts, subject, method)
        record({ target: { memberUuid: subject.memberUuid }, after: { [method]: true } })
      }
      return subject.challenge
        ? finish(parts, { subject, method }, { request, out })
        : statusOf(parts, subject.scope, subject.memberUuid)
    },
    async appStatus({ caller: { scope, memberUuid } }) {
      return { active: (await methodsOf(db, scope, memberUuid)).includes('app') }
    },
    async initializeApp({ caller, body }) {
      const subject = await subjectOf(db, caller, body?.challenge)
      checkMaySetUp(subject)
      const key = newAppKey()
      await propose(parts, subject, { method: 'app', secret: key })
      const url = appCodes(key, subject.email).toString()
      const qrCode = `data:image/svg+xml;base64,${Buffer.from(renderSVG(url)).toString('base64')}`
      return { secret: key, url, qrCode }
    },
    async deactivateApp({ caller, record }) {
      const { memberUuid, email } = caller
      const { before, after } = await stopFactors(parts, caller, { memberUuid, email, wanted: ['app'] })
      record({ target: { memberUuid }, before, after })
      return after
    },
    async status({ caller, params }) {
      const { uuid } = await managed(parts, caller, params.memberUuid)
      return statusOf(parts, caller.scope, uuid)
    },
    async change({ caller, params, body, record }) {
      const { uuid: memberUuid, email } = await managed(parts, caller, params.memberUuid)
      const wanted = stoppable.filter((each) => body === null || body[each] === false)
      const { before, after } = await stopFactors(parts, caller, { memberUuid, email, wanted })
      record({ before, after })
      return after
    },
  })
}

/** One's own, or of others for administrators of the account. */
async function managed({ db }: Parts, caller: Caller, memberUuid: string) {
  const find = memberUuid.toLowerCase() === caller.memberUuid ? findMember : findVisibleMember
  const member = (await find(db, caller.scope, memberUuid)) ?? missing('member')
  if (member.uuid === caller.memberUuid || caller.role === 'Administrator') return member
  throw new Problem(403, 'forbidden', messages.unauthorized)
}

async function propose(
  { db, vault }: Parts,
  { scope, memberUuid }: Subject,
  { method, secret }: { method: 'app' | 'sms'; secret: string },
): Promise<void> {
  const sealed = vault.seal(secret, purposeOf(method, memberUuid))
  if (!(await proposeFactor(db, scope, { memberUuid, method, secret: sealed }))) {
    throw new Problem(409, 'alreadyActive', 'This factor is in use: deactivate it first')
  }
}

/** To a new phone that is to be set up, or to the one in use. Answers the number. */
async function sendCode(parts: Parts, subject: Subject, newPhone: string | undefined): Promise<string> {
  const { db, sms, vault } = parts
  if (!sms) throw new Problem(400, 'smsUnavailable', 'This installation sends no texts to phones')
  if (newPhone !== undefined) {
    checkMaySetUp(subject)
    await propose(parts, subject, { method: 'sms', secret: newPhone })
  }
  const { scope, memberUuid } = subject
  const factors = await listFactors(db, scope, memberUuid)
  const factor = factors.find(({ method, secret }) => method === 'sms' && secret.length > 0)
  if (!factor) throw new Problem(400, 'noPhone', 'The phone is missing')
  const phone = vault.open(factor.secret, purposeOf('sms', memberUuid))
  await sms.send(phone, `${await makeTextCode(parts, subject)} is your code for Assay`)
  return phone
}

/** The challenge becomes a session. */
async function finish(
  parts: Parts,
  { subject, method }: { subject: Subject; method: MfaMethod },
  exchange: Exchange,
) {
  const { scope, memberUuid, email, challenge } = subject
  if (!challenge || !(await spendChallenge(parts.db, scope, challenge.uuid))) throw challengeEnded()
  const who = { accountUuid: scope.accountUuid, memberUuid, email }
  return enter(parts, { ...who, action: 'credentials.login', credential: `password and ${method}` }, exchange)
}
