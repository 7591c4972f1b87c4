import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'

/** A path of this site: '//host' and '/\host' would lead to another one, as would tabs that browsers drop. */
export const ReturnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[!-~]*$/, 'Must be a path')
  .default('/')

export const oidc = endpoints({
  start: {
    method: 'GET',
    path: '/api/v1/sso/oidc/start',
    permission: 'public',
    summary: 'Send the browser to the provider of single sign-on; for links, not for programs',
    query: z.object({
      returnTo: ReturnPath,
    }),
    responses: { 302: text() },
  },
  callback: {
    method: 'GET',
    path: '/api/v1/sso/oidc/callback',
    permission: 'public',
    summary: 'Where the provider sends the browser back: opens a session, or leads to /?login=<errorType>',
    responses: { 302: text() },
  },
})
