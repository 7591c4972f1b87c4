import type { FastifyInstance } from 'fastify'

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  // Chart and menu positions are set as style attributes by the page's own scripts.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

/** On every answer. */
export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, out) => {
    if (!out.hasHeader('content-security-policy')) out.header('content-security-policy', policy)
    out.header('x-content-type-options', 'nosniff')
    out.header('referrer-policy', 'same-origin')
    out.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) out.header('cache-control', 'no-store')
  })
}
