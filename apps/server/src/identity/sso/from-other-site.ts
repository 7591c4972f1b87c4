import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of another site sent the browser here, according to the browser:
 * https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header. A provider with a session would log the visitor in
 * without asking.
 */
export const isFromOtherSite = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))

/** The page on which the visitor chooses to log in. */
export const loginPageOf = ({
  returnTo,
  account,
}: {
  returnTo: string
  account?: string | undefined
}): string => (account === undefined ? returnTo : `/?sso=${account}`)
