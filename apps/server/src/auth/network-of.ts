import { isIPv6 } from 'node:net'

/**
 * Whose address it is, for limits by address: one subscriber of IPv6 has a /64 at least, and could else come from
 * another address each time. RFC 6177.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  // The address of a link, 'fe80::1%eth0', names its interface.
  const [head = '', tail] = address.split('%', 1)[0]!.split('::')
  const before = groupsOf(head)
  const after = tail === undefined ? [] : groupsOf(tail)
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  return `${all.slice(0, 4).join(':')}::/64`
}

/** '2001:0DB8' as ['2001', 'db8']; IPv4 at the end stands for two groups, which no /64 contains. */
const groupsOf = (text: string): string[] =>
  text === ''
    ? []
    : text
        .split(':')
        .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))
