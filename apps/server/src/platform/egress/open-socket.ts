import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { platformText } from '#platform/texts/platform-texts.ts'
import { Problem } from '#platform/http/problem.ts'
import type { Egress } from './egress.ts'
import { checkAddress, checkedLookup } from './targets.ts'

/** The server of a protocol other than HTTP. */
export interface Remote {
  url: URL
  port: number
  /** PEM of the accepted authorities; undefined for the usual ones. */
  authorities: string | undefined
}

const hostOf = ({ hostname }: URL) => hostname.replaceAll(/^\[|\]$/g, '')

/** Without TLS, to an allowed address only. Throws Problem 400, or the error of the connection. */
export async function openPlain({ url, port }: Remote, egress: Egress): Promise<Socket> {
  checkAddress(url, egress)
  const socket = bounded(connect({ host: hostOf(url), port, lookup: checkedLookup(egress) }), egress, url)
  await once(socket, 'connect')
  return socket
}

/** With TLS from the start. */
export async function openSecure({ url, port, authorities }: Remote, egress: Egress): Promise<TLSSocket> {
  checkAddress(url, egress)
  const host = hostOf(url)
  const options = { host, port, lookup: checkedLookup(egress), ...identityOf(host, authorities) }
  return shaken(bounded(connectTls(options), egress, url))
}

/** With TLS over a connection that began without; nobody else may read from it. */
export function upgrade(socket: Socket, { url, authorities }: Remote, egress: Egress): Promise<TLSSocket> {
  socket.removeAllListeners('data')
  const host = hostOf(url)
  return shaken(bounded(connectTls({ socket, host, ...identityOf(host, authorities) }), egress, url))
}

async function shaken(socket: TLSSocket): Promise<TLSSocket> {
  await once(socket, 'secureConnect')
  return socket
}

/** Names are sent to the server, addresses are not: RFC 6066, 3. Its certificate is checked in both cases. */
const identityOf = (host: string, authorities: string | undefined) => ({
  ...(isIP(host) === 0 && { servername: host }),
  ...(authorities !== undefined && { ca: authorities }),
})

/** Ends when it has received too much, or after the time limit of its use. */
function bounded<S extends Socket>(socket: S, { limitBytes, timeoutMs }: Egress, { host }: URL): S {
  let size = 0
  const late = new Problem(504, 'sourceFailed', platformText('answerLate', { host }))
  const timer = setTimeout(() => socket.destroy(late), timeoutMs)
  socket.on('close', () => clearTimeout(timer))
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limitBytes) socket.destroy(new Error(`${host} sent more than allowed`))
  })
  return socket
}
