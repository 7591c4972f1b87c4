import type { SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml'
import { ownProperty } from '@assay/engine/own-property.ts'
import { z } from 'zod'
import type { AppContext } from '#context.ts'
import { createNonce, consumeNonce } from '#auth/sessions/nonce.ts'
import type { Config } from '#config.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { Problem } from '#platform/http/problem.ts'
import { areStorable } from '#identity/sso/are-storable.ts'
import type { IdentityClaims } from '#identity/sso/resolve-member.ts'
import { provesMfa } from '#identity/sso/mfa-claims.ts'
import { providerKey, type SamlSettings, translated } from '#identity/sso/settings.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import type { VerifiedResponse } from './verify-response.ts'

type Context = Pick<AppContext, 'db' | 'config' | 'vault'>

const path = '/api/v1/sso/saml'
const clockSkewMs = 60_000

/** Loaded on demand: takes 4 MB of heap. */
const samlLibrary = () => import('@node-saml/node-saml')

/** Service provider settings. */
function samlOptions(config: Config, settings: SamlSettings): SamlConfig {
  const own = ownAddresses(config, settings)
  return {
    callbackUrl: own.callback,
    entryPoint: settings.url,
    idpCert: settings.certificate,
    issuer: own.metadata,
    audience: own.metadata,
    // Not all providers sign the response; only the signed assertion is used.
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // The library would use InResponseTo of the response, which may be unsigned; checkSubject checks the assertion's.
    validateInResponseTo: 'never' as ValidateInResponseTo.never,
  }
}

/** Each account has its own entity id, so that an assertion for one is invalid for another. */
export function ownAddresses(config: Config, { accountUuid }: Pick<SamlSettings, 'accountUuid'>) {
  const ofAccount = accountUuid === null ? '' : `/${accountUuid}`
  const base = publicAddress(config) + path
  return { metadata: `${base}/metadata${ofAccount}`, callback: `${base}/callback${ofAccount}` }
}

export async function metadataOf(config: Config, whose: Pick<SamlSettings, 'accountUuid'>): Promise<string> {
  const { generateServiceProviderMetadata } = await samlLibrary()
  const own = ownAddresses(config, whose)
  return generateServiceProviderMetadata({
    issuer: own.metadata,
    callbackUrl: own.callback,
    wantAssertionsSigned: true,
    identifierFormat: null,
    generateUniqueId: () => '_metadata',
  })
}

/** Purpose of a request, bound to its id, so that a response is only valid for the same purpose. */
export type RequestKind = 'login' | 'reauthentication'

function purposeOf({ accountUuid }: SamlSettings, kind: RequestKind): string {
  const whose = accountUuid === null ? 'saml' : `saml ${accountUuid}`
  return kind === 'login' ? whose : `${whose} ${kind}`
}

/** The redirect URL and the request id. */
export async function askProvider(
  { config, vault }: Context,
  settings: SamlSettings,
  kind: RequestKind,
): Promise<{ url: string; requestId: string }> {
  // An XML id starts with a letter or underscore.
  const requestId = `_${Buffer.from(createNonce(vault, purposeOf(settings, kind))).toString('base64url')}`
  const { SAML } = await samlLibrary()
  const saml = new SAML({
    ...samlOptions(config, settings),
    forceAuthn: kind === 'reauthentication',
    generateUniqueId: () => requestId,
  })
  const url = await saml.getAuthorizeUrlAsync('', undefined, {})
  return { url, requestId }
}

export interface SamlResponse {
  kind: RequestKind
  requestId: string
  profile: IdentityClaims
  /** The earliest AuthnInstant of the signed assertion; null if absent. */
  authenticatedAt: Date | null
}

/** Verifies a response and returns the identity and request id. Throws 401 if anything is invalid. */
export async function readResponse(
  { db, config, vault }: Context,
  settings: SamlSettings,
  samlResponse: string,
): Promise<SamlResponse> {
  const verified = verify(samlOptions(config, settings), samlResponse, settings.allowsSha1)
  const profile = await verified.catch((error: unknown) => {
    throw failed(error)
  })
  if (!profile || profile.issuer !== settings.issuer) throw failed(new Error('It is from a different issuer'))
  const requestId = checkSubject(profile, ownAddresses(config, settings).callback)
  const claims = profileOf(profile, settings)
  if (!areStorable(claims)) throw failed(new Error('It has unusable text'))
  for (const kind of ['login', 'reauthentication'] as const) {
    if (await consumeNonce({ db, vault }, requestId.slice(1), purposeOf(settings, kind)))
      return { kind, requestId, profile: claims, authenticatedAt: instantOf(profile) }
  }
  throw failed(new Error('It does not answer a pending request'))
}

/** Runs in a worker thread: anyone can post a response, and parsing must not block other requests. */
async function verify(
  options: SamlConfig,
  samlResponse: string,
  allowsSha1: boolean,
): Promise<VerifiedResponse | null> {
  checkResponseSize(samlResponse)
  const module = new URL('verify-response.ts', import.meta.url)
  return runInWorker(
    { kind: 'verify', module, name: 'verifyResponse' },
    { options, samlResponse, allowsSha1 },
  )
}

const Assertion = z.object({
  Assertion: z.object({
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.tuple([
          z.object({
            $: z.object({ Method: z.string() }),
            SubjectConfirmationData: z.tuple([
              z.object({
                $: z.object({ InResponseTo: z.string(), Recipient: z.string(), NotOnOrAfter: z.string() }),
              }),
            ]),
          }),
        ]),
      }),
    ]),
  }),
})

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** The request that the signed part answers. SAML 2.0 profiles, 4.1.4.3; the library checks only the conditions. */
function checkSubject(profile: VerifiedResponse, recipient: string): string {
  const parsed = Assertion.safeParse(profile.assertion)
  if (!parsed.success) throw failed(new Error('The response does not name its request'))
  const [confirmation] = parsed.data.Assertion.Subject[0].SubjectConfirmation
  const { $ } = confirmation.SubjectConfirmationData[0]
  if (confirmation.$.Method !== bearer) throw failed(new Error('It is not for the browser that presents it'))
  const isCurrent = Date.parse($.NotOnOrAfter) + clockSkewMs > Date.now()
  if (!isCurrent) throw failed(new Error('It has expired'))
  if ($.Recipient !== recipient) throw failed(new Error('It is for a different recipient'))
  return $.InResponseTo
}

// Attribute names of Entra ID, Okta, Google and Shibboleth.
const emailAttributes = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const nameAttributes = [
  'displayName',
  'name',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]

function profileOf(profile: VerifiedResponse, settings: SamlSettings): IdentityClaims {
  const { attributes, roleNames, teamNames } = settings
  const textsOf = (name: string): string[] =>
    [ownProperty(profile, name)].flat().filter((each): each is string => typeof each === 'string')
  const firstOf = (names: string[]) => names.flatMap(textsOf).find((text) => text.trim() !== '') ?? null
  const isAddress = profile.nameIDFormat?.endsWith(':emailAddress') ? profile.nameID : null
  const email = firstOf(attributes.email === undefined ? emailAttributes : [attributes.email]) ?? isAddress
  // A transient name id changes with every login.
  const subject = profile.nameIDFormat?.endsWith(':transient') ? email : profile.nameID
  if (!subject) throw failed(new Error('The assertion has no subject'))
  return {
    provider: providerKey(settings, { type: 'saml', issuer: profile.issuer }),
    subject,
    email,
    providerAccountUuid: settings.accountUuid,
    // Configuring this provider means trusting it for addresses.
    isEmailVerified: true,
    isMultiFactor: provesMfa({
      methods: textsOf(methodsAttribute),
      classes: classesOf(profile),
    }),
    name:
      firstOf(attributes.name === undefined ? nameAttributes : [attributes.name])
        ?.slice(0, 200)
        .toWellFormed() ?? null,
    roles: attributes.role === undefined ? null : translated(textsOf(attributes.role), roleNames),
    teams: attributes.teams === undefined ? null : translated(textsOf(attributes.teams), teamNames),
  }
}

// Entra ID reports authentication methods here.
const methodsAttribute = 'http://schemas.microsoft.com/claims/authnmethodsreferences'

const Authentication = z.object({
  Assertion: z.object({
    AuthnStatement: z.array(
      z.object({
        AuthnContext: z.array(z.object({ AuthnContextClassRef: z.array(z.object({ _: z.string() })) })),
      }),
    ),
  }),
})

const Instants = z.object({
  Assertion: z.object({
    AuthnStatement: z.array(z.object({ $: z.object({ AuthnInstant: z.string() }) })).min(1),
  }),
})

function instantOf(profile: VerifiedResponse): Date | null {
  const parsed = Instants.safeParse(profile.assertion)
  if (!parsed.success) return null
  const times = parsed.data.Assertion.AuthnStatement.map(({ $ }) => Date.parse($.AuthnInstant))
  const earliest = Math.min(...times)
  return Number.isNaN(earliest) ? null : new Date(earliest)
}

/** The AuthnContext classes of the signed assertion. */
function classesOf(profile: VerifiedResponse): string[] {
  const parsed = Authentication.safeParse(profile.assertion)
  if (!parsed.success) return []
  const contexts = parsed.data.Assertion.AuthnStatement.flatMap(({ AuthnContext }) => AuthnContext)
  return contexts.flatMap(({ AuthnContextClassRef }) => AuthnContextClassRef.map(({ _ }) => _.trim()))
}

const failed = (cause: unknown) =>
  Object.assign(
    new Problem(401, 'signOnFailed', 'The login at the identity provider failed or took too long. Try again'),
    { cause },
  )

/**
 * Maximum number of tags. The XPath library is quadratic in the number of siblings: half a second at this limit. Real
 * responses have about 100 tags plus two per attribute value: enough for 1,400 groups.
 */
const maxTags = 3_000

/** Throws for a response with too many tags, in linear time, before it is parsed. */
function checkResponseSize(samlResponse: string): void {
  const bytes = Buffer.from(samlResponse, 'base64')
  let tags = 0
  for (let at = bytes.indexOf('<'); at !== -1; at = bytes.indexOf('<', at + 1)) tags++
  if (tags > maxTags) throw new Error(`The response has more than ${maxTags} tags`)
}
