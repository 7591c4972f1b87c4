import { lookup as resolveName } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { createWriteStream } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Problem } from './problem.ts'

// All that leaves the process goes through here.

export interface Egress {
  limitBytes: number
  /** Whether the operator lets the server reach private, loopback and link-local addresses. */
  allowsPrivate: boolean
}

const timeoutMs = 60_000
const mostRedirects = 4

/** Fetches an address into a file. Throws Problem with a sentence for people. */
export async function fetchToFile(address: string, path: string, egress: Egress): Promise<void> {
  const response = await follow(new URL(address), egress)
  limit(response, address, egress)
  await pipeline(response, createWriteStream(path))
}

export interface Outgoing {
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

export interface Incoming {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** One request, of which no redirect is followed: a credential stays with the host that it was given for. */
export async function exchange(address: string, outgoing: Outgoing, egress: Egress): Promise<Incoming> {
  const response = await request(new URL(address), egress, outgoing)
  limit(response, address, egress)
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

/** TXT records of a name, each as one text; none when there are none, or nobody can say. */
export async function readTextRecords(
  name: string,
  { nameServer }: { nameServer: string | undefined },
): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (nameServer !== undefined) resolver.setServers([nameServer])
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch {
    return []
  }
}

function limit(response: IncomingMessage, address: string, { limitBytes }: Egress): void {
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limitBytes) response.destroy(new Problem(502, 'tooLarge', `${address} is larger than allowed`))
  })
}

async function follow(url: URL, egress: Egress): Promise<IncomingMessage> {
  for (let redirects = 0; ; redirects++) {
    const response = await request(url, egress)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
    response.resume()
    const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined
    if (!isRedirect || redirects === mostRedirects) {
      throw new Problem(502, 'sourceFailed', `${url.href} answered ${statusCode}`)
    }
    url = new URL(headers.location!, url)
  }
}

function request(
  url: URL,
  { allowsPrivate }: Egress,
  { method, headers, body }: Partial<Outgoing> = {},
): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Problem(400, 'addressRefused', `${url.href} is no web address`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowsPrivate && isIP(host) !== 0 && isPrivate(host)) throw refusal(host)
  return new Promise((resolve, reject) => {
    const options = {
      timeout: timeoutMs,
      ...(method !== undefined && { method, headers }),
      ...(!allowsPrivate && { lookup: publicLookup }),
    }
    const sending: ClientRequest = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      options,
      resolve,
    )
    sending.on('timeout', () =>
      sending.destroy(new Problem(504, 'sourceFailed', `${url.href} did not answer in time`)),
    )
    sending.on('error', (error) =>
      reject(
        error instanceof Problem ? error : new Problem(502, 'sourceFailed', `${url.href} cannot be reached`),
      ),
    )
    sending.end(body)
  })
}

/** Checked at connect time, so that a name which changes its address in between gains nothing. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const allowed = addresses.filter(({ address }) => !isPrivate(address))
    const [first] = allowed
    if (!first) return callback(refusal(hostname), '', 0)
    if (options.all) return callback(null, allowed)
    callback(null, first.address, first.family)
  })
}

const refusal = (host: string) =>
  new Problem(
    400,
    'addressRefused',
    `${host} is a private address; ASSAY_ALLOW_PRIVATE_NETWORKS would allow it`,
  )

const privateAddresses = new BlockList()
// RFC 6890 and RFC 4291: this host, private, shared, loopback, link-local, benchmarking, multicast, reserved.
for (const [net, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
] as const) {
  privateAddresses.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
] as const) {
  privateAddresses.addSubnet(net, prefix, 'ipv6')
}

/** Addresses of IPv4 in IPv6's clothes are checked as IPv4. */
export const isPrivate = (address: string): boolean =>
  privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
