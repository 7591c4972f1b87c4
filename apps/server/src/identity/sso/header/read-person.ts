import { ownProperty } from '@assay/engine/own-property.ts'
import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Config } from '#config.ts'
import { isSameHash } from '#platform/secrets/secret.ts'
import type { EgressConfig } from '#platform/egress/egress.ts'
import { isWithin } from '#platform/egress/proxies.ts'
import { provesMfa } from '#identity/sso/mfa-claims.ts'
import { type HeaderToken, readToken } from './read-token.ts'

type HeaderLogin = NonNullable<Config['headerLogin']>

/** Whom the proxy names. */
export interface NamedPerson {
  user: string
  email: string | null
  name: string | null
  groups: string[]
  /** Whether the token says that a second factor was asked for. */
  isMultiFactor: boolean
}

/**
 * The person whom a listed proxy with the secret names, in headers or in a token that it signed. Otherwise why they count
 * for nothing: for the log, never for whoever sent them.
 */
export async function readPerson(
  settings: HeaderLogin,
  { raw }: Pick<FastifyRequest, 'raw'>,
  config: EgressConfig,
): Promise<NamedPerson | string> {
  const names = { ...settings.headers, token: settings.token?.header ?? '' }
  const values = new Map(Object.entries(names).map(([key, name]) => [key, valuesOf(raw.rawHeaders, name)]))
  const valueOf = (key: keyof typeof names) => values.get(key)?.[0]?.trim() ?? ''
  const doubt = settings.peer && doubtOf(settings.peer, raw.socket.remoteAddress, valueOf('secret'))
  if (doubt !== undefined) return doubt
  // A proxy that replaces 'Remote-User' may pass 'Remote_User' of the client, and some add a second one.
  if ([...values.values()].some((all) => all === null))
    return 'A header is there twice, or with an underscore'
  const person = settings.token
    ? await personOfToken(valueOf('token'), settings.token, config)
    : {
        user: textOf(valueOf('user')) ?? '',
        email: textOf(valueOf('email')),
        name: textOf(valueOf('name')),
        groups: (textOf(valueOf('groups')) ?? '').split(',').map((each) => each.trim()),
        isMultiFactor: false,
      }
  if (typeof person === 'string') return person
  return person.user === '' || person.user.length > 255 ? 'The proxy names no user' : person
}

/** Of the proxy: why its headers do not count. */
function doubtOf(
  { proxies, secret }: NonNullable<HeaderLogin['peer']>,
  address: string | undefined,
  sent: string,
): string | undefined {
  // The connection's address, as anyone can write X-Forwarded-For.
  const peer = (address ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!proxies.some((network) => isWithin(peer, network))) return 'The connection is not from a listed proxy'
  return isSame(sent, secret) ? undefined : 'The proxy does not know the secret'
}

async function personOfToken(
  token: string,
  settings: HeaderToken,
  config: EgressConfig,
): Promise<NamedPerson | string> {
  try {
    const claims = await readToken(token, settings, config)
    const { sub, amr, acr, email_verified: isVerified } = claims
    return {
      user: sub,
      email: isVerified === false ? null : textIn(claims['email']),
      name: textIn(claims['name']),
      groups: listIn(ownProperty(claims, settings.groups)),
      isMultiFactor: provesMfa({ methods: listIn(amr), classes: listIn(acr) }),
    }
  } catch (error) {
    return `The token of the proxy does not count: ${(error as Error).message}`
  }
}

const textIn = (claim: unknown): string | null => (typeof claim === 'string' && claim !== '' ? claim : null)

/** Of a list of texts, or a text separated by commas. */
function listIn(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(',').map((each) => each.trim())
  return Array.isArray(claim) ? claim.filter((each) => typeof each === 'string') : []
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
