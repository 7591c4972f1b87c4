import { BlockList, isIP } from 'node:net'

/** Proxies of outgoing requests, as the usual variables name them. */
export interface Proxies {
  /** URL of the proxy for http: and for https: targets; undefined for none. */
  http: string | undefined
  https: string | undefined
  /** Hosts that are reached directly: names with their subdomains, addresses, networks and '*', each with an optional port. */
  except: readonly string[]
}

/** The proxy of a request; undefined if its target is reached directly. */
export function proxyOf(url: URL, { http, https, except }: Proxies): string | undefined {
  const proxy = url.protocol === 'https:' ? https : http
  return proxy === undefined || except.some((each) => isExcepted(url, each)) ? undefined : proxy
}

function isExcepted(url: URL, exception: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(exception) ?? []
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false
  const excepted = (bracketed ?? plain ?? '').toLowerCase()
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (excepted === '*') return true
  if (isIP(host) !== 0) return isWithin(host, excepted)
  const name = excepted.replace(/^\*?\./, '')
  return name !== '' && (host === name || host.endsWith(`.${name}`))
}

const families = { 4: 'ipv4', 6: 'ipv6' } as const

/** Whether an address is in a network such as 10.0.0.0/8. */
export function isWithin(address: string, network: string): boolean {
  const [base = '', bits] = network.split('/')
  const version = isIP(base)
  if (version !== 4 && version !== 6) return false
  const prefix = bits === undefined ? (version === 4 ? 32 : 128) : Number(bits)
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > (version === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(base, prefix, families[version])
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
