/** How a registry wants its callers to authenticate. */
export type Challenge =
  | { scheme: 'basic' }
  | { scheme: 'bearer'; realm: string; service: string; scope: string }

/**
 * Reads WWW-Authenticate: names and schemes in any case, values quoted or not, several challenges in one header. null if
 * none is known. Source: https://distribution.github.io/distribution/spec/auth/token/
 */
export function readChallenge(header: string): Challenge | null {
  const bearer = /(?:^|,\s*)bearer\s+(.*)$/is.exec(header)?.[1]
  if (bearer !== undefined) {
    const values = new Map<string, string>()
    for (const [, name, quoted, bare] of bearer.matchAll(/([a-z_]+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/gi))
      if (!values.has(name!.toLowerCase())) values.set(name!.toLowerCase(), quoted ?? bare!)
    const get = (name: string) => values.get(name) ?? ''
    if (get('realm') !== '')
      return { scheme: 'bearer', realm: get('realm'), service: get('service'), scope: get('scope') }
  }
  return /(?:^|,\s*)basic(?:\s|$)/i.test(header) ? { scheme: 'basic' } : null
}

const privateAddress =
  /^(?:localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.|\[(?:::1?|f[cd][\da-f]{2}:.*|fe80:.*)\]$)/i

/**
 * Whether credentials may go where a registry sends them: by https, and to no address of the own network, except the
 * registry's own host.
 */
export function isTrustedRealm(realm: string, registry: URL): boolean {
  const url = URL.canParse(realm) ? new URL(realm) : null
  if (url === null) return false
  if (url.host === registry.host) return url.protocol === registry.protocol || url.protocol === 'https:'
  const isSafe = url.protocol === 'https:' || (registry.protocol === 'http:' && url.protocol === 'http:')
  return isSafe && (!privateAddress.test(url.hostname) || privateAddress.test(registry.hostname))
}
