import { Secret, TOTP } from 'otpauth'
import { randomBytes, randomInt } from 'node:crypto'
import type { MfaMethod } from '@assay/contract/credentials.ts'
import type { AppContext } from '#context.ts'
import { Problem } from '#platform/http/problem.ts'
import type { Subject } from './challenge.ts'
import { purposeOf } from './factors.ts'
import { checkRecoveryCode } from './recovery-codes.ts'
import { listFactors, saveCode, consumeCode, consumeStep } from './store.ts'

type CodeContext = Pick<AppContext, 'db' | 'vault'>

// Compatible with every authenticator app: https://github.com/google/google-authenticator/wiki/Key-Uri-Format
const periodSeconds = 30
const keyBytes = 20
const codeLifetimeMs = 5 * 60_000
/** Minimum interval between text messages to one phone. */
const pauseMs = 30_000

export const newAppKey = (): string =>
  new Secret({ buffer: Uint8Array.from(randomBytes(keyBytes)).buffer }).base32

export const appCodes = (key: string, email = '') =>
  new TOTP({
    issuer: 'Assay',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(key),
  })

/** Creates a code for the phone, valid once, for five minutes and for this login. Throws 429 if one was just sent. */
export async function makeTextCode(
  { db, vault }: CodeContext,
  { subject: { scope, memberUuid, by }, sealedPhone }: { subject: Subject; sealedPhone: Uint8Array },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = vault.hmac(code, purposeOf('sms', memberUuid))
  const isKept = await saveCode(db, scope, {
    memberUuid,
    method: 'sms',
    hash,
    codeFor: by.uuid,
    pauseMs,
    lifetimeMs: codeLifetimeMs,
    secret: sealedPhone,
  })
  if (!isKept)
    throw new Problem(429, 'tooManyAttempts', 'A code was just sent. Wait 30 seconds').withRetryAfter(
      pauseMs / 1000,
    )
  return code
}

export const textCodeLifetimeMs = codeLifetimeMs

export interface CodeAttempt {
  method: MfaMethod
  code: string
  /** An active factor, or one being set up. */
  isSetup: boolean
}

/** Returns whether the code is correct, and consumes it. */
export async function checkCode(
  context: CodeContext,
  subject: Subject,
  attempt: CodeAttempt,
): Promise<boolean> {
  const { db, vault } = context
  const { scope, memberUuid, by } = subject
  const { method, code, isSetup } = attempt
  if (method === 'scratch-codes') {
    return !isSetup && checkRecoveryCode(context, subject, code)
  }
  const factors = await listFactors(db, scope, memberUuid)
  const factor = factors.find((each) => each.method === method && each.isActive !== isSetup)
  if (!factor || factor.secret.length === 0) return false
  const digits = code.replaceAll(/\s/g, '')
  const purpose = purposeOf(method, memberUuid)
  if (method === 'sms') {
    for (const hash of vault.hmacs(digits, purpose))
      if (await consumeCode(db, scope, { memberUuid, method, hash, codeFor: by.uuid })) return true
    return false
  }
  const step = stepOf(vault.open(factor.secret, purpose), digits)
  return step !== null && consumeStep(db, scope, { memberUuid, method, step })
}

/** The time step of the code: the current one or, for clock drift, one before or after. */
function stepOf(key: string, code: string): number | null {
  const now = Date.now()
  const delta = appCodes(key).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta
}
