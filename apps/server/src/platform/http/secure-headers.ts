import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'

const policy = [
  // Also covers connect-src.
  "default-src 'self'",
  "script-src 'self'",
  // The page's own scripts set style attributes for positions of charts and menus.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join(';')

/** One year. RFC 6797. */
const stayOnHttps = 'max-age=31536000'

/** Set on every response. */
export function secureHeaders(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'same-origin')
    reply.header('x-request-id', request.id)
    if (isHttps) reply.header('strict-transport-security', stayOnHttps)
    // The default for all paths, since a path has several spellings. Only built static files override it.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
