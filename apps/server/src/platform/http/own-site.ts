import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'

/**
 * Whether a page of another site sent the request, according to the browser: Sec-Fetch-Site of current ones, Origin of
 * others (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header). Programs send neither.
 */
export function isFromOtherSite(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (origin === undefined) return false
  const sender = URL.parse(origin)
  return sender?.origin !== (publicUrl && URL.parse(publicUrl)?.origin) && sender?.host !== request.host
}
