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

export type SecureConfig = Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'coversSubdomains'>>

/** The headers of every response. */
export const secureHeadersOf = ({ publicUrl, coversSubdomains }: SecureConfig): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  ...(publicUrl?.startsWith('https:') && {
    'strict-transport-security': coversSubdomains ? `${stayOnHttps}; includeSubDomains` : stayOnHttps,
  }),
  'content-security-policy': policy,
  // The default for all paths, since a path has several spellings. Only built static files override it.
  'cache-control': 'no-store',
})

/** Headers that a response may set itself. */
const defaults = new Set(['content-security-policy', 'cache-control'])

/** Set on every response. */
export function secureHeaders(app: FastifyInstance, config: SecureConfig): void {
  const headers = Object.entries(secureHeadersOf(config))
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of headers)
      if (!defaults.has(name) || !reply.hasHeader(name)) reply.header(name, value)
    reply.header('x-request-id', request.id)
  })
}
