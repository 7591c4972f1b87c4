import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'

/**
 * Whether the browser navigates a window to it, as far as it says so: not for an image, a frame or a script
 * (https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header).
 */
export const isNavigation = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document'

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
