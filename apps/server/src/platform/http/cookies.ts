import { ownProperty } from '@assay/engine/own-property.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'

interface CookieOptions {
  /** Under which it is known; with https, the prefix '__Host-' comes before it. */
  name: string
  /** Where it is needed. With https it is '/', as the prefix requires. */
  path: string
  sameSite: 'strict' | 'lax'
}

export interface Cookie {
  /** '' without one. */
  read(request: FastifyRequest): string
  set(reply: FastifyReply, value: string, maxAgeSeconds: number): void
  drop(reply: FastifyReply): void
}

/**
 * A cookie that scripts cannot read. With https, other servers of the same domain and unencrypted connections cannot set
 * it: https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#name-the-__host-prefix
 */
export function cookieOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { name, path, sameSite }: CookieOptions,
): Cookie {
  const secure = publicUrl?.startsWith('https:') ?? false
  const fullName = secure ? `__Host-${name}` : name
  const flags = { httpOnly: true, sameSite, secure, path: secure ? '/' : path } as const
  return {
    read: (request) => ownProperty(request.cookies, fullName) ?? '',
    set: (reply, value, maxAge) => void reply.setCookie(fullName, value, { ...flags, maxAge }),
    drop: (reply) => void reply.clearCookie(fullName, flags),
  }
}
