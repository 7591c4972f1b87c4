import { z } from 'zod'
import { endpointsForOthers, mediaTypes, postedForm, text } from './endpoint.ts'
import { OfAccount, ReturnPath } from './return-path.ts'

/**
 * Maximum length in base64. Responses of Entra ID, Okta, Google, Keycloak and Shibboleth have 5,000 to 30,000
 * characters, and 300,000 with 1,000 groups as distinguished names of 150 characters.
 */
export const maxSamlResponseLength = 400_000

const Posted = z
  .object({ SAMLResponse: z.string().min(1).max(maxSamlResponseLength) })
  .register(mediaTypes, { mediaType: postedForm })

export const saml = endpointsForOthers({
  metadata: {
    method: 'GET',
    path: '/api/v1/sso/saml/metadata',
    permission: 'public',
    summary: 'Service provider metadata for a SAML identity provider',
    errors: ['notFound'],
    responses: { 200: text('application/samlmetadata+xml') },
  },
  start: {
    method: 'GET',
    path: '/api/v1/sso/saml/start',
    permission: 'public',
    summary: 'Redirect the browser to the SAML identity provider',
    query: z.object({ returnTo: ReturnPath, account: OfAccount }),
    errors: ['notFound'],
    responses: { 302: text() },
  },
  callback: {
    method: 'POST',
    path: '/api/v1/sso/saml/callback',
    permission: 'public',
    repeatable: 'an assertion works once',
    acceptsOtherSites: 'the page of the identity provider posts the response',
    summary: "Assertion consumer service of the installation's SAML provider; redirects to finish",
    body: Posted,
    errors: ['notFound'],
    responses: { 303: text() },
  },
  metadataOfAccount: {
    method: 'GET',
    path: '/api/v1/sso/saml/metadata/{accountUuid}',
    permission: 'public',
    summary: "Service provider metadata for the account's SAML identity provider",
    responses: { 200: text('application/samlmetadata+xml') },
  },
  callbackOfAccount: {
    method: 'POST',
    path: '/api/v1/sso/saml/callback/{accountUuid}',
    permission: 'public',
    repeatable: 'an assertion works once',
    acceptsOtherSites: 'the page of the identity provider posts the response',
    summary: "Assertion consumer service of an account's SAML provider; redirects to finish",
    body: Posted,
    responses: { 303: text() },
  },
  finish: {
    method: 'GET',
    // The browser is redirected here, so it is a GET that opens a session.
    audited: true,
    path: '/api/v1/sso/saml/finish',
    permission: 'public',
    summary:
      'Complete single sign-on in the browser that started it; redirects to /?login=<errorType> on failure',
    query: z.object({ arrived: z.string().max(4000) }),
    responses: { 302: text() },
  },
})
