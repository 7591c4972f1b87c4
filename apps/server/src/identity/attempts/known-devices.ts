import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { AppContext } from '#context.ts'
import { isSameHash } from '#platform/secrets/secret.ts'
import { type Cookie, cookieOf } from '#platform/http/cookies.ts'

// A browser in which a member has logged in has a lockout counter of its own, so that guesses of strangers never lock it
// out: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies

type DeviceContext = Pick<AppContext, 'config' | 'vault'>

/** The longest that browsers keep a cookie. */
const lifetimeSeconds = 400 * 86_400
const maxMembers = 5
const nonceLength = 22
const mark = /^[\w-]{22}[\w-]{43}$/

const deviceCookie = ({ config }: DeviceContext): Cookie =>
  cookieOf(config, { name: 'assay_device', path: '/api/v1', sameSite: 'strict' })

/** What identifies the browser to the lockout; null if this address has not logged in here. */
function deviceOf(context: DeviceContext, request: FastifyRequest, email: string): string | null {
  const known = marksOf(context, request).find((each) => isMarkOf(context, each, email))
  return known?.slice(0, nonceLength) ?? null
}

/** An attempt to log in to this address. */
export const attemptOf = (context: DeviceContext, request: FastifyRequest, email: string) => ({
  email,
  address: request.ip,
  device: deviceOf(context, request, email),
})

/** Remembers that this address has logged in here. The cookie does not contain it. */
export function rememberDevice(
  context: DeviceContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  email: string,
): void {
  const marks = marksOf(context, request)
  const known = marks.find((each) => isMarkOf(context, each, email))
  const own = known ?? newMark(context, email)
  const others = marks.filter((each) => each !== known)
  deviceCookie(context).set(reply, [own, ...others].slice(0, maxMembers).join('.'), lifetimeSeconds)
}

const marksOf = (context: DeviceContext, request: FastifyRequest): string[] =>
  deviceCookie(context)
    .read(request)
    .split('.', maxMembers)
    .filter((each) => mark.test(each))

/** A nonce and its signature for this address. */
function newMark({ vault }: DeviceContext, email: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return nonce + Buffer.from(vault.hmac(textOf(nonce, email), purpose)).toString('base64url')
}

function isMarkOf({ vault }: DeviceContext, each: string, email: string): boolean {
  const nonce = each.slice(0, nonceLength)
  const signature = Buffer.from(each.slice(nonceLength), 'base64url')
  return vault.hmacs(textOf(nonce, email), purpose).some((expected) => isSameHash(signature, expected))
}

const purpose = 'known device'
const textOf = (nonce: string, email: string) => `${nonce} ${email.toLowerCase()}`
