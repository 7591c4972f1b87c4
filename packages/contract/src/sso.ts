import { z } from 'zod'
import { nameOf } from './name.ts'
import { endpoints } from './endpoint.ts'
import { noCredentials } from '@assay/engine/url-credentials.ts'
import { EpochMs, Flag, RoleName, webAddressFormat } from './vocabulary.ts'
import { named } from './named.ts'

const Line = z.string().trim().max(500)
/** Maps the provider's name to the name in Assay. */
const names = <S extends z.ZodType<string>>(here: S) =>
  z
    .record(z.string().trim().min(1).max(200), here)
    .refine((map) => Object.keys(map).length <= 200, 'At most 200 names')
    .default({})

/** Settings common to both protocols. */
const shared = {
  /** Label of the login button. */
  name: nameOf(50, 'The name is missing'),
  /** Mapping of role names, if the provider's differ. */
  roleNames: names(RoleName),
  /** Mapping of team names, which are case-insensitive. */
  teamNames: names(z.string().trim().min(1).max(200)),
}

const WebAddress = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(2000)
    .pipe(z.url({ protocol: /^https?$/ }))
    .refine(noCredentials.check, noCredentials.message)
    .meta(webAddressFormat)

/** Everything but the secret. */
export const OidcSettings = z.object({
  ...shared,
  issuer: WebAddress('Enter a URL such as https://login.example.org'),
  clientId: z.string().trim().min(1, 'The client ID is missing').max(500),
  scopes: Line.regex(/(?:^|\s)openid(?:\s|$)/, "The scopes must include 'openid'").default(
    'openid email profile',
  ),
  /** Claims with role and teams; empty if these are managed in Assay. */
  roleClaim: Line.default(''),
  teamsClaim: Line.default(''),
})

/** Names of the identity provider's claims. */
export const samlAttributes = ['email', 'name', 'role', 'teams'] as const
export type SamlAttribute = (typeof samlAttributes)[number]

/** Empty: common defaults, and no claims for role and teams. */
const attribute = Line.default('')
const SamlAttributes = z.object({
  email: attribute,
  name: attribute,
  role: attribute,
  teams: attribute,
} satisfies Record<SamlAttribute, z.ZodType>)

export const SamlSettings = z.object({
  ...shared,
  url: WebAddress('Enter a URL such as https://login.example.org/saml'),
  issuer: z.string().trim().min(1, 'The entity ID is missing').max(1024),
  certificate: z.string().trim().min(1, 'The certificate is missing').max(100_000),
  /** Accepts SHA-1 signatures and digests of providers that support nothing better. */
  allowsSha1: z.boolean().default(false),
  attributes: SamlAttributes.prefault({}),
})

const DirectoryUrl = z
  .string()
  .trim()
  .max(500)
  .regex(
    /^ldaps?:\/\/(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?\/?$/,
    'Enter a URL such as ldaps://ldap.example.org',
  )
/** RFC 4515, with the name that was entered in the place of {login}. */
const defaultUserFilter =
  '(&(objectClass=person)(|(uid={login})(sAMAccountName={login})(userPrincipalName={login})(mail={login})))'
const defaultGroupFilter = '(|(member={dn})(uniqueMember={dn})(memberUid={uid}))'
const Filter = z.string().trim().min(1, 'The filter is missing').max(2000)
const DirectoryName = z.string().trim().max(1000).default('')

/** An LDAP directory; everything but the password of its service user. */
export const LdapSettings = z.object({
  ...shared,
  /** Tried in order. ldaps, or ldap with StartTLS: nothing is ever sent unencrypted. */
  urls: z.array(DirectoryUrl).min(1, 'Enter a URL such as ldaps://ldap.example.org').max(5),
  /** PEM of the authorities that sign its certificates; empty for the usual ones. */
  certificate: z.string().trim().max(100_000).default(''),
  /** The service user that searches; empty if the directory can be searched by anyone. */
  bindDn: DirectoryName,
  baseDn: z.string().trim().min(1, 'The search base is missing').max(1000),
  userFilter: Filter.includes('{login}', 'The filter must contain {login}').default(defaultUserFilter),
  /** Attributes with the immutable identifier, address and name. Without the first, the usual ones. */
  attributes: z
    .object({ id: Line.default(''), email: Line.default('mail'), name: Line.default('cn') })
    .prefault({}),
  /** Where groups are searched; empty if roles and teams are managed in Assay. */
  groupBaseDn: DirectoryName,
  groupFilter: Filter.default(defaultGroupFilter),
  /** Whether members of a group within a group count. */
  nestsGroups: z.boolean().default(false),
  /** Whether people cannot change their address in the directory: then it links them to members. */
  trustsAddresses: z.boolean().default(false),
})
export type LdapSettings = z.infer<typeof LdapSettings>

const metadata = { isActive: z.boolean(), updatedAt: EpochMs }
/** The secret itself is never returned. */
const OidcProvider = OidcSettings.extend({ ...metadata, hasSecret: z.boolean() }).meta({ id: 'OidcProvider' })
const SamlProvider = SamlSettings.extend(metadata).meta({ id: 'SamlProvider' })
const LdapProvider = LdapSettings.extend({ ...metadata, hasSecret: z.boolean() }).meta({ id: 'LdapProvider' })

/** clientSecret: omit to keep the stored one; null removes it, leaving only PKCE. */
const OidcChange = OidcSettings.extend({ clientSecret: z.string().trim().min(1).max(1024).nullish() })

/** bindPassword: omit to keep the stored one. */
const LdapChange = LdapSettings.extend({ bindPassword: z.string().min(1).max(1024).optional() })

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?=.*\.)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/,
    'Enter a domain such as example.org',
  )

/** A domain whose users can join automatically. */
export const SignOnDomain = named('SignOnDomain', {
  domain: z.string(),
  /** Only 'verified' (by DNS record) and 'trusted' (by the operator) domains are effective. Free mail domains are excluded. */
  state: z.enum(['verified', 'trusted', 'unverified', 'freeMail']),
  /** The TXT record that proves ownership of the domain. */
  record: z.object({ name: z.string(), value: z.string() }),
})
export type SignOnDomain = z.infer<typeof SignOnDomain>

export const SignOn = named('SignOn', {
  oidc: OidcProvider.nullable(),
  saml: SamlProvider.nullable(),
  ldap: LdapProvider.nullable(),
  /** Values to configure at the provider, and the account's login URL. */
  addresses: z.object({
    oidcRedirect: z.string(),
    logoutRedirect: z.string(),
    samlMetadata: z.string(),
    samlCallback: z.string(),
    login: z.string(),
  }),
  domains: z.array(SignOnDomain),
  /** Role and team of users who join through a domain. */
  role: RoleName,
})
export type SignOn = z.infer<typeof SignOn>

/** Results of testing a provider, in order. */
export const SignOnCheck = named('SignOnCheck', {
  isRight: z.boolean(),
  findings: z.array(z.object({ isRight: z.boolean(), message: z.string() })),
})
export type SignOnCheck = z.infer<typeof SignOnCheck>

const base = '/api/v1/accounts/{accountUuid}/sso'
const guard = { permission: 'configuration.edit', features: ['sso'] } as const
/** Identity providers and domains of the account. */
const recentLoginGuard = { ...guard, requiresRecentLogin: true } as const

/** An account's own single sign-on providers. Only members of the account can log in with them. */
export const sso = endpoints({
  get: {
    method: 'GET',
    path: base,
    permission: 'configuration.read',
    features: ['sso'],
    summary: "The account's identity providers, without secrets, and its domains",
    responses: { 200: SignOn },
  },
  putOidc: {
    method: 'PUT',
    path: `${base}/oidc`,
    ...recentLoginGuard,
    summary: "Set the account's OpenID Connect provider; a new one starts inactive",
    body: OidcChange,
    errors: ['secretMissing'],
    responses: { 200: SignOn },
  },
  putSaml: {
    method: 'PUT',
    path: `${base}/saml`,
    ...recentLoginGuard,
    summary: "Set the account's SAML provider; a new one starts inactive",
    body: SamlSettings,
    responses: { 200: SignOn },
  },
  putLdap: {
    method: 'PUT',
    path: `${base}/ldap`,
    ...recentLoginGuard,
    summary: "Set the account's LDAP directory; a new one starts inactive",
    body: LdapChange,
    errors: ['secretMissing'],
    responses: { 200: SignOn },
  },
  activate: {
    method: 'POST',
    path: `${base}/{type}/activation`,
    ...recentLoginGuard,
    summary: "Activate or deactivate an identity provider: 'oidc', 'saml' or 'ldap'",
    query: z.object({ active: Flag }),
    responses: { 200: SignOn },
  },
  check: {
    method: 'POST',
    path: `${base}/{type}/check`,
    ...guard,
    // Read-only.
    audited: false,
    summary:
      'Test an identity provider: reads its discovery document, checks its certificate, or searches the directory',
    responses: { 200: SignOnCheck },
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{type}`,
    ...recentLoginGuard,
    summary: 'Delete an identity provider and the logins linked to it',
    responses: { 200: SignOn },
  },
  setDomains: {
    method: 'PUT',
    path: `${base}/domains`,
    ...recentLoginGuard,
    summary:
      "Set the domains whose users can join automatically, and their role (property 'autogroupings'); omitted fields are unchanged",
    body: z.object({
      domains: z.array(Domain).max(100).optional(),
      role: RoleName.exclude(['Administrator']).optional(),
    }),
    responses: { 200: SignOn },
  },
  verifyDomain: {
    method: 'POST',
    path: `${base}/domains/{domain}/verification`,
    ...recentLoginGuard,
    summary: 'Verify a domain by its TXT record',
    errors: ['domainNotShown'],
    responses: { 200: SignOn },
  },
})
