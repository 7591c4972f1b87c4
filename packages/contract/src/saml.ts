import { z } from 'zod'
import { endpoints, mediaTypes, postedForm, text } from './endpoint.ts'
import { OfAccount, ReturnPath } from './oidc.ts'

const Posted = z
  .object({ SAMLResponse: z.string().min(1).max(1_000_000) })
  .register(mediaTypes, { mediaType: postedForm })

export const saml = endpoints({
  metadata: {
    method: 'GET',
    path: '/api/v1/sso/saml/metadata',
    permission: 'public',
    summary: 'What a SAML identity provider needs to know of this installation',
    responses: { 200: text('application/samlmetadata+xml') },
  },
  start: {
    method: 'GET',
    path: '/api/v1/sso/saml/start',
    permission: 'public',
    summary: 'Send the browser to the SAML identity provider; for links, not for programs',
    query: z.object({ returnTo: ReturnPath, account: OfAccount }),
    responses: { 302: text() },
  },
  callback: {
    method: 'POST',
    path: '/api/v1/sso/saml/callback',
    permission: 'public',
    summary: 'Where the provider has the browser post its answer; leads on to finish',
    body: Posted,
    responses: { 303: text() },
  },
  metadataOfAccount: {
    method: 'GET',
    path: '/api/v1/sso/saml/metadata/{accountUuid}',
    permission: 'public',
    summary: "What an account's own SAML identity provider needs to know",
    responses: { 200: text('application/samlmetadata+xml') },
  },
  callbackOfAccount: {
    method: 'POST',
    path: '/api/v1/sso/saml/callback/{accountUuid}',
    permission: 'public',
    summary: "Where an account's own provider has the browser post its answer; leads on to finish",
    body: Posted,
    responses: { 303: text() },
  },
  finish: {
    method: 'GET',
    path: '/api/v1/sso/saml/finish',
    permission: 'public',
    summary: 'Opens the session in the browser that started, or leads to /?login=<errorType>',
    query: z.object({ arrived: z.string().max(4000) }),
    responses: { 302: text() },
  },
})
