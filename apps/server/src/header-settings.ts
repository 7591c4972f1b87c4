import type { LdapSettings } from '@assay/contract/sso.ts'
import { isIP } from 'node:net'
import { z } from 'zod'
import { RolesOfGroups, TeamsOfGroups } from './directory-settings.ts'
import { PlainUrl, splitList } from './setting-values.ts'

const HeaderName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z\d-]{1,100}$/, 'must be the name of a header, such as Remote-User')

/** '10.0.0.0/8' or '::1': what is trusted is written out. */
const isAddress = (text: string) => {
  const [address = '', length = '0', ...rest] = text.split('/')
  return isIP(address) > 0 && /^\d{1,3}$/.test(length) && rest.length === 0
}

/** A JSON Web Key Set: at a URL, or in a file. */
const KeysLocation = z
  .string()
  .refine(
    (text) => !text.includes('://') || PlainUrl.safeParse(text).success,
    'must be a URL without user name and password, or the path of a file',
  )

/** Settings of logins by the headers of a reverse proxy; config.ts lists all settings. */
export const headerVariables = {
  ASSAY_HEADER_LOGIN_PROXIES: z
    .string()
    .transform(splitList)
    .refine((list) => list.every(isAddress), 'must be a list of IP addresses and networks')
    .optional(),
  ASSAY_HEADER_LOGIN_SECRET: z.string().min(32, 'must have at least 32 characters').max(1024).optional(),
  ASSAY_HEADER_LOGIN_SECRET_HEADER: HeaderName.default('x-assay-proxy-secret'),
  ASSAY_HEADER_LOGIN_USER: HeaderName.default('remote-user'),
  ASSAY_HEADER_LOGIN_EMAIL: HeaderName.default('remote-email'),
  ASSAY_HEADER_LOGIN_DISPLAY_NAME: HeaderName.default('remote-name'),
  ASSAY_HEADER_LOGIN_GROUPS: HeaderName.default('remote-groups'),
  ASSAY_HEADER_LOGIN_JWT: HeaderName.optional(),
  ASSAY_HEADER_LOGIN_JWT_KEYS: KeysLocation.optional(),
  ASSAY_HEADER_LOGIN_JWT_ISSUER: z.string().max(1000).optional(),
  ASSAY_HEADER_LOGIN_JWT_AUDIENCE: z.string().max(1000).optional(),
  ASSAY_HEADER_LOGIN_JWT_GROUPS: z.string().max(100).default('groups'),
  ASSAY_HEADER_LOGIN_ROLES: RolesOfGroups.optional(),
  ASSAY_HEADER_LOGIN_TEAMS: TeamsOfGroups.optional(),
  ASSAY_HEADER_LOGIN_TRUST_ADDRESSES: z.stringbool().default(false),
  ASSAY_HEADER_LOGIN_MULTI_FACTOR: z.stringbool().default(false),
  ASSAY_HEADER_LOGIN_LOGOUT_URL: z.url({ protocol: /^https?$/ }).optional(),
  ASSAY_HEADER_LOGIN_NAME: z.string().max(50).default('Single sign-on'),
}

const Values = z.object(headerVariables)
type Values = z.infer<typeof Values>

export interface HeaderLoginConfig extends Pick<LdapSettings, 'roleNames' | 'teamNames' | 'trustsAddresses'> {
  name: string
  /** The proxies that may log in people; undefined: all that can sign a token. */
  peer: { proxies: string[]; secret: string } | undefined
  /** Names of headers, in small letters. */
  headers: { secret: string; user: string; email: string; name: string; groups: string }
  /** The token that names people instead of headers. */
  token: HeaderToken | undefined
  /** Whether the proxy has asked for a second factor. */
  isMultiFactor: boolean
  /** Where browsers are sent after a logout. */
  logoutUrl: string | undefined
}

/** A JSON Web Token (RFC 7519) of the proxy. */
export interface HeaderToken {
  /** In small letters. */
  header: string
  /** URL or path of a JSON Web Key Set (RFC 7517). */
  keys: string
  issuer: string
  audience: string
  /** The claim with the groups: a list, or a text separated by commas. */
  groups: string
}

type Fail = (sentence: string) => never

/** undefined for none. */
export function readHeaderLogin(values: Values, fail: Fail): HeaderLoginConfig | undefined {
  const [peer, token] = [readPeer(values, fail), readToken(values, fail)]
  if (!peer && !token) return undefined
  const headers = {
    secret: values.ASSAY_HEADER_LOGIN_SECRET_HEADER,
    user: values.ASSAY_HEADER_LOGIN_USER,
    email: values.ASSAY_HEADER_LOGIN_EMAIL,
    name: values.ASSAY_HEADER_LOGIN_DISPLAY_NAME,
    groups: values.ASSAY_HEADER_LOGIN_GROUPS,
  }
  const names = [...Object.values(headers), ...(token ? [token.header] : [])]
  if (new Set(names).size < names.length) return fail('The headers of ASSAY_HEADER_LOGIN_… must differ.')
  return {
    name: values.ASSAY_HEADER_LOGIN_NAME,
    peer,
    headers,
    token,
    roleNames: values.ASSAY_HEADER_LOGIN_ROLES ?? {},
    teamNames: values.ASSAY_HEADER_LOGIN_TEAMS ?? {},
    trustsAddresses: values.ASSAY_HEADER_LOGIN_TRUST_ADDRESSES,
    isMultiFactor: values.ASSAY_HEADER_LOGIN_MULTI_FACTOR,
    logoutUrl: values.ASSAY_HEADER_LOGIN_LOGOUT_URL,
  }
}

function readPeer(values: Values, fail: Fail): HeaderLoginConfig['peer'] {
  const { ASSAY_HEADER_LOGIN_PROXIES: proxies = [], ASSAY_HEADER_LOGIN_SECRET: secret } = values
  if (proxies.length === 0 && secret === undefined) return undefined
  if (proxies.length === 0 || secret === undefined)
    return fail('ASSAY_HEADER_LOGIN_PROXIES and ASSAY_HEADER_LOGIN_SECRET need each other.')
  return { proxies, secret }
}

function readToken(values: Values, fail: Fail): HeaderToken | undefined {
  const header = values.ASSAY_HEADER_LOGIN_JWT
  const keys = values.ASSAY_HEADER_LOGIN_JWT_KEYS
  const issuer = values.ASSAY_HEADER_LOGIN_JWT_ISSUER
  const audience = values.ASSAY_HEADER_LOGIN_JWT_AUDIENCE
  const all = [header, keys, issuer, audience]
  if (all.every((each) => each === undefined)) return undefined
  if (header === undefined || keys === undefined || issuer === undefined || audience === undefined)
    return fail('ASSAY_HEADER_LOGIN_JWT, …_JWT_KEYS, …_JWT_ISSUER and …_JWT_AUDIENCE need each other.')
  return { header, keys, issuer, audience, groups: values.ASSAY_HEADER_LOGIN_JWT_GROUPS }
}
