import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of another site leads the browser here, by what browsers say themselves:
 * https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header. A provider with a session would log the visitor in
 * without a question.
 */
export const isFromOtherSite = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))

/** Where the visitor decides to log in. */
export const loginPageOf = ({
  returnTo,
  account,
}: {
  returnTo: string
  account?: string | undefined
}): string => (account === undefined ? returnTo : `/?sso=${account}`)
