import type { SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml'
import { ownProperty } from '@assay/engine/own-property.ts'
import { z } from 'zod'
import type { AppContext } from '#context.ts'
import { createNonce, consumeNonce } from '#auth/one-time.ts'
import type { Config } from '#config.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { Problem } from '#platform/http/problem.ts'
import type { IdentityClaims } from '#identity/sso/admit.ts'
import { provesMfa } from '#identity/sso/several-factors.ts'
import { providerKey, type SamlSettings, translated } from '#identity/sso/settings.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { checkResponseSize } from './check-response-size.ts'
import type { VerifiedResponse } from './verify-response.ts'

type Tools = Pick<AppContext, 'db' | 'config' | 'vault'>

const path = '/api/v1/sso/saml'
const clockSkewMs = 60_000

/** 4 MB of heap, which most installations never need. */
const samlLibrary = () => import('@node-saml/node-saml')

/** Our side of the conversation, as plain values. */
function samlOptions(config: Config, settings: SamlSettings): SamlConfig {
  const own = ownAddresses(config, settings)
  return {
    callbackUrl: own.callback,
    entryPoint: settings.url,
    idpCert: settings.certificate,
    issuer: own.metadata,
    audience: own.metadata,
    // Not all providers sign the envelope; what is read is the signed assertion alone.
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // The library looks at the envelope, which may be unsigned: checkSubject does it.
    validateInResponseTo: 'never' as ValidateInResponseTo.never,
  }
}

/** Each account has a name of its own for its provider, so that what is said to one is no answer to another. */
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

/** What a request is made for. Its id is bound to that: no answer to one kind is an answer to the other. */
export type RequestKind = 'login' | 'reauthentication'

function purposeOf({ accountUuid }: SamlSettings, kind: RequestKind): string {
  const whose = accountUuid === null ? 'saml' : `saml ${accountUuid}`
  return kind === 'login' ? whose : `${whose} ${kind}`
}

/** Where to send the browser, and the request's id, by which its answer is known. */
export async function askProvider(
  { config, vault }: Tools,
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

export interface SamlAnswer {
  kind: RequestKind
  requestId: string
  profile: IdentityClaims
  /** The earliest AuthnInstant of the signed assertion; null: it has none. */
  authenticatedAt: Date | null
}

/** Who the provider says it is, and to which of our requests. Throws 401 for all that is not as it must be. */
export async function readAnswer(
  { db, config, vault }: Tools,
  settings: SamlSettings,
  samlResponse: string,
): Promise<SamlAnswer> {
  const verified = verify(samlOptions(config, settings), samlResponse, settings.allowsSha1)
  const profile = await verified.catch((error: unknown) => {
    throw failed(error)
  })
  if (!profile || profile.issuer !== settings.issuer) throw failed(new Error('It is of another issuer'))
  const requestId = checkSubject(profile, ownAddresses(config, settings).callback)
  for (const kind of ['login', 'reauthentication'] as const) {
    if (await consumeNonce({ db, vault }, requestId.slice(1), purposeOf(settings, kind)))
      return { kind, requestId, profile: profileOf(profile, settings), authenticatedAt: instantOf(profile) }
  }
  throw failed(new Error('It answers no request of ours, or one that was answered before'))
}

/** Anybody may post an answer: parsing and verifying it must not hold up other requests. */
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
            SubjectConfirmationData: z.tuple([
              z.object({ $: z.object({ InResponseTo: z.string(), Recipient: z.string() }) }),
            ]),
          }),
        ]),
      }),
    ]),
  }),
})

/** The request that the signed part answers. SAML 2.0 profiles, 4.1.4.3. */
function checkSubject(profile: VerifiedResponse, recipient: string): string {
  const parsed = Assertion.safeParse(profile.assertion)
  if (!parsed.success) throw failed(new Error('It does not say which request it answers'))
  const { $ } = parsed.data.Assertion.Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0]
  if ($.Recipient !== recipient) throw failed(new Error('It is for another recipient'))
  return $.InResponseTo
}

// How Entra ID, Okta, Google and Shibboleth name them.
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
  // A transient name is another one each time.
  const subject = profile.nameIDFormat?.endsWith(':transient') ? email : profile.nameID
  if (!subject) throw failed(new Error('It names nobody'))
  return {
    provider: providerKey(settings, { type: 'saml', issuer: profile.issuer }),
    subject,
    email,
    speaksFor: settings.accountUuid,
    // Who set it up has chosen this provider to speak for its people's addresses.
    isEmailVerified: true,
    hasSeveralFactors: provesMfa({
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

// Where Entra ID says how somebody logged in.
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

/** The classes of authentication that the signed part names. */
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
