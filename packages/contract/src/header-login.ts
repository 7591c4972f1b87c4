import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'
import { ReturnPath } from './return-path.ts'

export const headerLogin = endpoints({
  start: {
    method: 'GET',
    // A browser is led here, so it is a GET that opens a session.
    audited: true,
    path: '/api/v1/sso/header/start',
    permission: 'public',
    summary:
      'Open a session for the person whom a reverse proxy names in headers, or redirect to /?login=<errorType>',
    query: z.object({ returnTo: ReturnPath }),
    errors: ['notFound'],
    responses: { 302: text() },
  },
})
