import { z } from 'zod'
import { endpointsForOthers, text } from './endpoint.ts'
import { OfAccount, ReturnPath } from './return-path.ts'

export const oidc = endpointsForOthers({
  start: {
    method: 'GET',
    path: '/api/v1/sso/oidc/start',
    permission: 'public',
    summary: 'Redirect the browser to the OpenID Connect provider',
    query: z.object({ returnTo: ReturnPath, account: OfAccount }),
    errors: ['notFound', 'providerUnreachable'],
    responses: { 302: text() },
  },
  callback: {
    method: 'GET',
    // The provider redirects the browser here, so it is a GET that opens a session.
    audited: true,
    path: '/api/v1/sso/oidc/callback',
    permission: 'public',
    summary: 'OpenID Connect callback: opens a session, or redirects to /?login=<errorType>',
    responses: { 302: text() },
  },
  callbackOfAccount: {
    method: 'GET',
    audited: true,
    path: '/api/v1/sso/oidc/callback/{accountUuid}',
    permission: 'public',
    summary:
      "Callback of an account's own provider. Each account has its own address, so that one provider cannot complete a login of another",
    responses: { 302: text() },
  },
})
