import { BlockList, isIP } from 'node:net'

const ipv4 = new BlockList()
// Not globally reachable, and multicast: https://www.iana.org/assignments/iana-ipv4-special-registry
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's host: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  ipv4.addSubnet(net, prefix, 'ipv4')
}

const ipv6 = new BlockList()
for (const [net, prefix] of [
  // Only 2000::/3 is global unicast (https://www.iana.org/assignments/ipv6-address-space). The rest includes loopback,
  // the embedded IPv4 of ::/96, 64:ff9b::/96 and 64:ff9b:1::/48, fc00::/7, fe80::/10, fec0::/10 and ff00::/8.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  // Protocol assignments including Teredo, documentation, and 6to4, which embeds an IPv4 address:
  // https://www.iana.org/assignments/iana-ipv6-special-registry
  ['2001::', 23],
  ['2001:db8::', 32],
  // AS112, answered by whoever is nearest.
  ['2620:4f:8000::', 48],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  ipv6.addSubnet(net, prefix, 'ipv6')
}

const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Whether an IP address is not publicly routable. IPv4-mapped addresses are treated as IPv4. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return ipv4.check(address, 'ipv4')
  // A zone ('fe80::1%eth0') names a local interface.
  if (isIP(address) !== 6 || address.includes('%')) return true
  // BlockList applies IPv4 rules to mapped addresses.
  return mapped.check(address, 'ipv6') ? ipv4.check(address, 'ipv6') : ipv6.check(address, 'ipv6')
}
