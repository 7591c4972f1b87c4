import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { noCredentials } from '@assay/engine/url-credentials.ts'
import { EpochMs, Flag, RoleName } from './vocabulary.ts'

const Line = z.string().trim().max(500)
/** What the provider calls it, and what it is here. */
const names = <S extends z.ZodType<string>>(here: S) =>
  z
    .record(z.string().trim().min(1).max(200), here)
    .refine((map) => Object.keys(map).length <= 200, 'At most 200 names')
    .default({})

/** What both protocols have. */
const shared = {
  /** On the button of the login dialog. */
  name: z.string().trim().min(1, 'The name is missing').max(50),
  /** Names of roles that the provider sends, where they are others than here. */
  roleNames: names(RoleName),
  /** The same for teams, which are compared by name without case. */
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

/** All of it but the secret. */
export const OidcSettings = z.object({
  ...shared,
  issuer: WebAddress('The issuer is missing, such as https://login.example.org'),
  clientId: z.string().trim().min(1, 'The client id is missing').max(500),
  scopes: Line.regex(/(?:^|\s)openid(?:\s|$)/, "The scopes hold at least 'openid'").default(
    'openid email profile',
  ),
  /** Claims that hold role and teams; empty: they are kept here alone. */
  roleClaim: Line.default(''),
  teamsClaim: Line.default(''),
})

/** What an identity provider tells of a person. */
export const samlAttributes = ['email', 'name', 'role', 'teams'] as const
export type SamlAttribute = (typeof samlAttributes)[number]

/** Empty: what most providers use, and none for role and teams. */
const attribute = Line.default('')
const SamlAttributes = z.object({
  email: attribute,
  name: attribute,
  role: attribute,
  teams: attribute,
} satisfies Record<SamlAttribute, z.ZodType>)

export const SamlSettings = z.object({
  ...shared,
  url: WebAddress('The address of the login is missing, such as https://login.example.org/saml'),
  issuer: z.string().trim().min(1, 'The entity id is missing').max(1024),
  certificate: z.string().trim().min(1, 'The certificate is missing').max(100_000),
  /** Accepts signatures and digests by SHA-1, of providers that cannot do better. */
  allowsSha1: z.boolean().default(false),
  attributes: SamlAttributes.prefault({}),
})

const kept = { isActive: z.boolean(), updatedAt: EpochMs }
/** The secret itself is never told. */
const OidcProvider = OidcSettings.extend({ ...kept, hasSecret: z.boolean() }).meta({ id: 'OidcProvider' })
const SamlProvider = SamlSettings.extend(kept).meta({ id: 'SamlProvider' })

/** clientSecret: left out, the one that is kept stays; null ends it: PKCE alone protects the client then. */
const OidcChange = OidcSettings.extend({ clientSecret: z.string().trim().min(1).max(1024).nullish() })

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.*\.)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/, 'This is not a domain')

/** A domain whose people may join by themselves. */
export const SignOnDomain = z
  .object({
    domain: z.string(),
    /**
     * Only 'verified' and 'trusted' count: shown by a record of the domain, or named by the operator of the
     * installation. Nobody joins by an address of free mail.
     */
    state: z.enum(['verified', 'trusted', 'unverified', 'freeMail']),
    /** The TXT record that shows that the domain is the account's. */
    record: z.object({ name: z.string(), value: z.string() }),
  })
  .meta({ id: 'SignOnDomain' })
export type SignOnDomain = z.infer<typeof SignOnDomain>

export const SignOn = z
  .object({
    oidc: OidcProvider.nullable(),
    saml: SamlProvider.nullable(),
    /** What the provider is told of this installation, and where a login of this account starts. */
    addresses: z.object({
      oidcRedirect: z.string(),
      logoutRedirect: z.string(),
      samlMetadata: z.string(),
      samlCallback: z.string(),
      login: z.string(),
    }),
    domains: z.array(SignOnDomain),
    /** Of who joins by a domain. */
    role: RoleName,
  })
  .meta({ id: 'SignOn' })
export type SignOn = z.infer<typeof SignOn>

/** What a test of a provider found, in the order of looking. */
export const SignOnCheck = z
  .object({
    isRight: z.boolean(),
    findings: z.array(z.object({ isRight: z.boolean(), message: z.string() })),
  })
  .meta({ id: 'SignOnCheck' })
export type SignOnCheck = z.infer<typeof SignOnCheck>

const base = '/api/v1/accounts/{accountUuid}/sso'
const guard = { permission: 'configuration.edit', features: ['sso'] } as const
/** What lets members in. */
const freshGuard = { ...guard, needsFreshLogin: true } as const

/** An account's own providers of single sign-on. Only members of the account get in by them. */
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
    ...freshGuard,
    summary: "Set the account's OpenID Connect provider; a new one starts inactive",
    body: OidcChange,
    errors: ['secretMissing'],
    responses: { 200: SignOn },
  },
  putSaml: {
    method: 'PUT',
    path: `${base}/saml`,
    ...freshGuard,
    summary: "Set the account's SAML provider; a new one starts inactive",
    body: SamlSettings,
    responses: { 200: SignOn },
  },
  activate: {
    method: 'POST',
    path: `${base}/{type}/activation`,
    ...freshGuard,
    summary: "Activate or deactivate an identity provider: 'oidc' or 'saml'",
    query: z.object({ active: Flag }),
    responses: { 200: SignOn },
  },
  check: {
    method: 'POST',
    path: `${base}/{type}/check`,
    ...guard,
    // It looks and changes nothing.
    audited: false,
    summary: 'Test an identity provider: reads its discovery document or checks its certificate',
    responses: { 200: SignOnCheck },
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{type}`,
    ...freshGuard,
    summary: 'Delete an identity provider and the logins linked to it',
    responses: { 200: SignOn },
  },
  setDomains: {
    method: 'PUT',
    path: `${base}/domains`,
    ...freshGuard,
    summary:
      "The domains whose people may join by themselves, and their role: the property 'autogroupings'; what is left out stays",
    body: z.object({
      domains: z.array(Domain).max(100).optional(),
      role: RoleName.exclude(['Administrator']).optional(),
    }),
    responses: { 200: SignOn },
  },
  verifyDomain: {
    method: 'POST',
    path: `${base}/domains/{domain}/verification`,
    ...freshGuard,
    summary: 'Verify a domain by its TXT record',
    errors: ['domainNotShown'],
    responses: { 200: SignOn },
  },
})
