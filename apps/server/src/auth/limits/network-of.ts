import { isIPv6 } from 'node:net'

/**
 * The network of an address, for rate limits: an IPv6 subscriber has at least a /64 and could otherwise use a new
 * address each time. RFC 6177.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  // The zone of a link-local address, 'fe80::1%eth0', names its interface.
  const [head = '', tail] = address.split('%', 1)[0]!.split('::')
  const before = groupsOf(head)
  const after = tail === undefined ? [] : groupsOf(tail)
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  return `${all.slice(0, 4).join(':')}::/64`
}

/** '2001:0DB8' becomes ['2001', 'db8']. An IPv4 suffix stands for two groups, which are outside the /64. */
const groupsOf = (text: string): string[] =>
  text === ''
    ? []
    : text
        .split(':')
        .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))
