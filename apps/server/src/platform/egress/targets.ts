import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPrivate } from '#platform/http/private-addresses.ts'
import { Problem } from '#platform/http/problem.ts'

/** Which addresses outgoing requests may reach. */
export interface Targets {
  /** Private, loopback and link-local addresses the server may connect to: all, none, or a list. */
  allowsPrivate: boolean | BlockList
  /** No public address: what is sent must not be read on the way. */
  isPrivateOnly?: boolean | undefined
  /** DNS server as `address` or `address:port`; undefined for the system's. */
  nameServer?: string | undefined
}

/** Names are checked when they are resolved; addresses are not resolved. Throws Problem 400. */
export function checkAddress({ hostname }: URL, targets: Targets): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowedAddress(host, targets)) throw rejection(host, targets)
}

/** A proxy resolves names, so only what a name says is checked. Throws Problem 400. */
export function checkProxied(url: URL, targets: Targets): void {
  checkAddress(url, targets)
  const isPrivateName = isInternalName(url.hostname) && targets.allowsPrivate !== true
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && (isPrivateName || targets.isPrivateOnly))
    throw rejection(url.hostname, targets)
}

/** Names that mean something only within a network: RFC 6761, 6762 and 8375, and those that have no domain. */
const isInternalName = (name: string): boolean =>
  !name.replace(/\.$/, '').includes('.') ||
  /\.(?:localhost|local|internal|localdomain|home\.arpa)\.?$/i.test(name)

/** Checked at connect time: the socket gets the checked addresses instead of a name to resolve again. */
export const checkedLookup =
  (targets: Targets): LookupFunction =>
  (hostname, options, callback) =>
    callbackify(findReachable)(hostname, targets, (error, addresses) => {
      if (error) callback(error, '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, addresses[0]!.address, addresses[0]!.family)
    })

/** At least one address. Throws if the name has none, or none that is allowed. */
async function findReachable(name: string, targets: Targets): Promise<LookupAddress[]> {
  const addresses = await addressesOf(name, targets)
  const reachable = addresses.filter(({ address }) => isAllowedAddress(address, targets))
  if (reachable.length === 0) throw rejection(name, targets)
  return reachable
}

/** localhost and the names below it are never resolved by DNS. RFC 6761 §6.3. */
const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
const isLoopbackName = (name: string): boolean => /(?:^|\.)localhost\.?$/i.test(name)

async function addressesOf(name: string, { nameServer }: Targets): Promise<readonly LookupAddress[]> {
  if (isLoopbackName(name)) return loopback
  if (nameServer === undefined) return lookup(name, { all: true })
  const resolver = resolverOf(nameServer)
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  // Only the system resolver knows names from the hosts file and of containers.
  if (four.status === 'rejected' && six.status === 'rejected') return lookup(name, { all: true })
  return [four, six].flatMap((found, index) =>
    found.status === 'rejected'
      ? []
      : found.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
  )
}

function isAllowedAddress(address: string, { allowsPrivate, isPrivateOnly }: Targets): boolean {
  if (!isPrivate(address)) return !isPrivateOnly
  if (allowsPrivate === true) return true
  return allowsPrivate !== false && allowsPrivate.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

const rejection = (host: string, { isPrivateOnly }: Targets) =>
  new Problem(
    400,
    'addressRefused',
    isPrivateOnly
      ? `Credentials for ${host} would be sent unencrypted: use https; ASSAY_ALLOW_PLAIN_CREDENTIALS would allow it`
      : `${host} is a private address; ASSAY_ALLOW_PRIVATE_NETWORKS would allow it`,
  )

/** TXT records of a name, each joined to one text; empty if there are none or the lookup fails. */
export async function readTextRecords(
  name: string,
  { nameServer }: Pick<Targets, 'nameServer'>,
): Promise<string[]> {
  try {
    return (await resolverOf(nameServer).resolveTxt(name)).map((parts) => parts.join(''))
  } catch {
    return []
  }
}

function resolverOf(nameServer: string | undefined): Resolver {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (nameServer !== undefined) resolver.setServers([nameServer])
  return resolver
}
