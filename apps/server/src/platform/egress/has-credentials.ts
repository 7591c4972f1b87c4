/** Headers without secrets; every other one may hold a token under whatever name the service has chosen. */
const openHeaders = /^(?:accept|content-|if-|webhook-|user-agent$|range$|x-github-api-version$)/i

/**
 * Whether a request carries a secret. Forms are how clients send theirs for a token:
 * https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
 */
export const hasCredentials = ({ username, password }: URL, headers: Record<string, string> = {}): boolean =>
  username !== '' ||
  password !== '' ||
  Object.keys(headers).some((name) => !openHeaders.test(name)) ||
  headers['content-type'] === 'application/x-www-form-urlencoded'
