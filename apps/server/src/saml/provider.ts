import {
  generateServiceProviderMetadata,
  type Profile as SamlProfile,
  SAML,
  ValidateInResponseTo,
} from '@node-saml/node-saml'
import { z } from 'zod'
import type { Parts } from '../app.ts'
import { makeOneTime, spendOneTime } from '../auth/one-time.ts'
import type { Config } from '../config.ts'
import { publicAddress } from '../http/public-address.ts'
import { Problem } from '../http/problem.ts'
import type { Profile } from '../sso/admit.ts'
import { showsSeveralFactors } from '../sso/several-factors.ts'
import { providerKey, type SamlSettings, translated } from '../sso/settings.ts'

type Tools = Pick<Parts, 'db' | 'config' | 'vault'>

const path = '/api/v1/sso/saml'
const clockSkewMs = 60_000

/** Our side of the conversation; id is that of the request to be made. */
function openSaml(config: Config, settings: SamlSettings, id = ''): SAML {
  const own = ownAddresses(config, settings)
  return new SAML({
    ...{ callbackUrl: own.callback, entryPoint: settings.url, idpCert: settings.certificate },
    ...{ issuer: own.metadata, audience: own.metadata },
    // Not all providers sign the envelope; what is read is the signed assertion alone.
    ...{ wantAssertionsSigned: true, wantAuthnResponseSigned: false, acceptedClockSkewMs: clockSkewMs },
    ...{ identifierFormat: null, disableRequestedAuthnContext: true, generateUniqueId: () => id },
    // The library looks at the envelope, which may be unsigned: checkSubject does it.
    validateInResponseTo: ValidateInResponseTo.never,
  })
}

/** Each account has a name of its own for its provider, so that what is said to one is no answer to another. */
export function ownAddresses(config: Config, { accountUuid }: Pick<SamlSettings, 'accountUuid'>) {
  const ofAccount = accountUuid === null ? '' : `/${accountUuid}`
  const base = publicAddress(config) + path
  return { metadata: `${base}/metadata${ofAccount}`, callback: `${base}/callback${ofAccount}` }
}

export function metadataOf(config: Config, whose: Pick<SamlSettings, 'accountUuid'>): string {
  const own = ownAddresses(config, whose)
  return generateServiceProviderMetadata({
    ...{ issuer: own.metadata, callbackUrl: own.callback, wantAssertionsSigned: true },
    ...{ identifierFormat: null, generateUniqueId: () => '_metadata' },
  })
}

const purposeOf = ({ accountUuid }: SamlSettings) => (accountUuid === null ? 'saml' : `saml ${accountUuid}`)

/** Where to send the browser, and the request's id, by which its answer is known. */
export async function askProvider(
  { config, vault }: Tools,
  settings: SamlSettings,
): Promise<{ url: string; requestId: string }> {
  // An XML id starts with a letter or underscore.
  const requestId = `_${Buffer.from(makeOneTime(vault, purposeOf(settings))).toString('base64url')}`
  const url = await openSaml(config, settings, requestId).getAuthorizeUrlAsync('', undefined, {})
  return { url, requestId }
}

/** Who the provider says it is, and to which of our requests. Throws 401 for all that is not as it must be. */
export async function readAnswer(
  { db, config, vault }: Tools,
  settings: SamlSettings,
  samlResponse: string,
): Promise<{ profile: Profile; requestId: string }> {
  const { profile } = await openSaml(config, settings)
    .validatePostResponseAsync({ SAMLResponse: samlResponse })
    .catch((error: unknown) => {
      throw failed(error)
    })
  if (!profile || profile.issuer !== settings.issuer) throw failed(new Error('It is of another issuer'))
  const requestId = checkSubject(profile, ownAddresses(config, settings).callback)
  if (!(await spendOneTime({ db, vault }, requestId.slice(1), purposeOf(settings))))
    throw failed(new Error('It answers no request of ours, or one that was answered before'))
  return { profile: profileOf(profile, settings), requestId }
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
function checkSubject(profile: SamlProfile, recipient: string): string {
  const parsed = Assertion.safeParse(profile.getAssertion?.())
  if (!parsed.success) throw failed(new Error('It does not say which request it answers'))
  const { $ } = parsed.data.Assertion.Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0]
  if ($.Recipient !== recipient) throw failed(new Error('It is for another recipient'))
  return $.InResponseTo
}

// How Entra ID, Okta, Google and Shibboleth name them.
const emailAttributes = [
  ...['email', 'mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3'],
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const nameAttributes = [
  ...['displayName', 'name', 'urn:oid:2.16.840.1.113730.3.1.241'],
  'http://schemas.microsoft.com/identity/claims/displayname',
]

function profileOf(profile: SamlProfile, settings: SamlSettings): Profile {
  const { attributes, roleNames, teamNames } = settings
  const textsOf = (name: string): string[] =>
    [profile[name]].flat().filter((each): each is string => typeof each === 'string')
  const firstOf = (names: string[]) => names.flatMap(textsOf).find((text) => text.trim() !== '') ?? null
  const isAddress = profile.nameIDFormat?.endsWith(':emailAddress') ? profile.nameID : null
  const email = firstOf(attributes.email === undefined ? emailAttributes : [attributes.email]) ?? isAddress
  // A transient name is another one each time.
  const subject = profile.nameIDFormat?.endsWith(':transient') ? email : profile.nameID
  if (!subject) throw failed(new Error('It names nobody'))
  return {
    provider: providerKey(settings, { type: 'saml', issuer: profile.issuer }),
    ...{ subject, email, speaksFor: settings.accountUuid },
    // Who set it up has chosen this provider to speak for its people's addresses.
    isEmailVerified: true,
    hasSeveralFactors: showsSeveralFactors({
      methods: textsOf(methodsAttribute),
      classes: classesOf(profile),
    }),
    name: firstOf(attributes.name === undefined ? nameAttributes : [attributes.name])?.slice(0, 200) ?? null,
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

/** The classes of authentication that the signed part names. */
function classesOf(profile: SamlProfile): string[] {
  const parsed = Authentication.safeParse(profile.getAssertion?.())
  if (!parsed.success) return []
  const contexts = parsed.data.Assertion.AuthnStatement.flatMap(({ AuthnContext }) => AuthnContext)
  return contexts.flatMap(({ AuthnContextClassRef }) => AuthnContextClassRef.map(({ _ }) => _.trim()))
}

const failed = (cause: unknown) =>
  Object.assign(
    new Problem(401, 'signOnFailed', 'The login at the provider did not succeed or took too long: try again'),
    { cause },
  )
