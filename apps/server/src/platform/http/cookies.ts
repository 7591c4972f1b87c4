import { ownProperty } from '@assay/engine/own-property.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'

interface CookieOptions {
  /** Under which it is known; with https, the prefix '__Host-' or '__Secure-' comes before it. */
  name: string
  /** Where it is needed. With https it is that of the server, '/' as the prefix requires. */
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
 * it. That needs the path '/', so below a base path, other programs of the same host could, but are not sent it:
 * https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#name-the-__host-prefix
 */
export function cookieOf(
  { publicUrl, basePath }: Pick<Config, 'publicUrl' | 'basePath'>,
  { name, path, sameSite }: CookieOptions,
): Cookie {
  const secure = publicUrl?.startsWith('https:') ?? false
  const fullName = secure ? `${basePath === '' ? '__Host-' : '__Secure-'}${name}` : name
  const flags = {
    httpOnly: true,
    sameSite,
    secure,
    path: secure ? basePath || '/' : basePath + path,
  } as const
  return {
    read: (request) => ownProperty(request.cookies, fullName) ?? '',
    set: (reply, value, maxAge) => void reply.setCookie(fullName, value, { ...flags, maxAge }),
    drop: (reply) => void reply.clearCookie(fullName, flags),
  }
}
