import { z } from 'zod'
import { endpoints, mediaTypes, postedForm, text } from './endpoint.ts'
import { ReturnPath } from './oidc.ts'

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
    query: z.object({ returnTo: ReturnPath }),
    responses: { 302: text() },
  },
  callback: {
    method: 'POST',
    path: '/api/v1/sso/saml/callback',
    permission: 'public',
    summary: 'Where the provider has the browser post its answer; leads on to finish',
    body: z
      .object({ SAMLResponse: z.string().min(1).max(1_000_000) })
      .register(mediaTypes, { mediaType: postedForm }),
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
