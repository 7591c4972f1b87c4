import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { noCredentials } from '@assay/engine/url-credentials.ts'
import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

// How values of settings are parsed; config.ts lists the settings.

/** A package registry. */
export interface Registry {
  ecosystem: EcosystemId
  /** Without a trailing slash. */
  url: string
  /** undefined for public registries. */
  authorization: string | undefined
}

/** '10.0.0.0/8', '::1', or a named group. */
export function isNetwork(text: string): boolean {
  const [address = '', length = '', ...rest] = text.split('/')
  if (text.includes('/')) return isIP(address) > 0 && /^\d{1,3}$/.test(length) && rest.length === 0
  return isIP(text) > 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(text)
}

export const DatabaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a PostgreSQL URL, such as postgres://db.example.org:5432/assay',
})

/** Whether the URL leads to another machine without saying whether the connection is encrypted; PostgreSQL's default is not. */
export function isUnencrypted(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const isThisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|)$/.test(hostname)
  return !isThisMachine && !['sslmode', 'ssl', 'host'].some((name) => searchParams.has(name))
}

/** A public URL, used by browsers. */
export const PlainUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(noCredentials.check, 'must not contain a user name or password')

/** A path below which the server is reached, without a slash at its end; '' for '/'. */
export const BasePath = z
  .string()
  .regex(/^(?:\/[\w.~-]*[\w~-])*\/?$/, 'must be a path, such as /assay')
  .transform((path) => path.replace(/\/$/, ''))

/** A proxy of outgoing requests; without a scheme, it is spoken to by http. */
export const ProxyUrl = z
  .string()
  .transform((text) => (text.includes('://') ? text : `http://${text}`))
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https URL')

/** Location of a feed: a URL or a local path. */
export const FeedLocation = z
  .string()
  .min(1)
  .refine((text) => !text.includes('://') || PlainUrl.safeParse(text).success, {
    message: 'must be a URL without user name and password, a path or off',
  })

/** Invalid escapes are left unchanged. */
const decodePercents = (text: string) =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  )

export const ecosystemIds: ReadonlySet<string> = new Set(ecosystems.map(({ id }) => id))

export const splitList = (text: string) => text.split(/[\s,]+/).filter((each) => each !== '')

/** Parses 'npm=https://user:password@registry.example.org/npm'; null if invalid. */
export function readRegistry(text: string): Registry | null {
  const [ecosystem = '', ...rest] = text.split('=')
  const address = rest.join('=')
  if (!ecosystemIds.has(ecosystem) || !z.url({ protocol: /^https?$/ }).safeParse(address).success) return null
  const url = new URL(address)
  const { username, password } = url
  const authorization =
    username === ''
      ? undefined
      : `Basic ${Buffer.from(`${decodePercents(username)}:${decodePercents(password)}`).toString('base64')}`
  url.username = ''
  url.password = ''
  return { ecosystem: ecosystem as EcosystemId, url: url.href.replace(/\/+$/, ''), authorization }
}

/** A private key in PEM. */
export const SigningKey = z.string().refine((pem) => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}, 'must be an Ed25519 private key in PEM, as of openssl genpkey -algorithm ed25519')
