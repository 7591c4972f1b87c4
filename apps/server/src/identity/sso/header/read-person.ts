import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Config } from '#config.ts'
import { isSameHash } from '#platform/secrets/secret.ts'
import { isWithin } from '#platform/egress/proxies.ts'

type HeaderLogin = NonNullable<Config['headerLogin']>

/** Whom the proxy names. */
export interface NamedPerson {
  user: string
  email: string | null
  name: string | null
  groups: string[]
}

/**
 * The person in the headers of a listed proxy that knows the secret. Otherwise why they count for nothing: for the log,
 * never for whoever sent them.
 */
export function readPerson(
  { headers, proxies, secret }: HeaderLogin,
  { raw }: Pick<FastifyRequest, 'raw'>,
): NamedPerson | string {
  // The connection's address, as anyone can write X-Forwarded-For.
  const peer = (raw.socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!proxies.some((network) => isWithin(peer, network))) return 'The connection is not from a listed proxy'
  const values = new Map(Object.entries(headers).map(([key, name]) => [key, valuesOf(raw.rawHeaders, name)]))
  // A proxy that replaces 'Remote-User' may pass 'Remote_User' of the client, and some add a second one.
  if ([...values.values()].some((all) => all === null))
    return 'A header is there twice, or with an underscore'
  const valueOf = (key: keyof typeof headers) => values.get(key)?.[0]?.trim() ?? ''
  if (!isSame(valueOf('secret'), secret)) return 'The proxy does not know the secret'
  const user = textOf(valueOf('user'))
  if (user === null || user.length > 255) return 'The proxy names no user'
  return {
    user,
    email: textOf(valueOf('email')),
    name: textOf(valueOf('name')),
    groups: (textOf(valueOf('groups')) ?? '').split(',').map((each) => each.trim()),
  }
}

/** None, one, or null for more and for other spellings of the same name. */
function valuesOf(rawHeaders: readonly string[], name: string): string[] | null {
  const found: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]!.toLowerCase()
    if (sent.replaceAll('_', '-') !== name) continue
    if (sent !== name || found.length > 0) return null
    found.push(rawHeaders[at + 1]!)
  }
  return found
}

/** Node reads bytes as Latin-1; proxies send UTF-8. null for none, and for what is neither. */
function textOf(value: string): string | null {
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return text === '' || text.includes('\uFFFD') ? null : text
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => isSameHash(digest(one), digest(other))
