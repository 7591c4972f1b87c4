import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** 'udp://logs.example.org:514', 'tcp://…' or 'tls://…', as set by the operator. */
export type SyslogAddress = URL

/** Longer datagrams are lost on many networks. https://www.rfc-editor.org/rfc/rfc5426#section-3.2 */
export const maxDatagramBytes = 8192

const timeoutMs = 20_000
const defaultPorts = new Map([
  ['udp:', 514],
  ['tcp:', 601],
  ['tls:', 6514],
])

const targetOf = ({ protocol, hostname, port }: SyslogAddress) => ({
  host: hostname.replaceAll(/^\[|\]$/g, ''),
  port: port === '' ? defaultPorts.get(protocol)! : Number(port),
})

/** Sends messages in order. Rejects if the server cannot be reached or closes the connection early. */
export const sendSyslog = (address: SyslogAddress, messages: readonly string[]): Promise<void> =>
  address.protocol === 'udp:' ? sendDatagrams(address, messages) : sendStream(address, messages)

async function sendDatagrams(address: SyslogAddress, messages: readonly string[]): Promise<void> {
  const { host, port } = targetOf(address)
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error as Error))
  try {
    for (const message of messages)
      await Promise.race([
        failed,
        new Promise<void>((resolve, reject) =>
          socket.send(message, port, host, (error) => (error ? reject(error) : resolve())),
        ),
      ])
  } finally {
    failed.catch(() => undefined)
    socket.close()
  }
}

/** Each message after its length, as in RFC 5425, section 4.3, and RFC 6587, section 3.4.1. */
async function sendStream(address: SyslogAddress, messages: readonly string[]): Promise<void> {
  const target = { ...targetOf(address), timeout: timeoutMs }
  const socket =
    address.protocol === 'tls:' ? connectTls({ ...target, servername: target.host }) : connect(target)
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('timeout', () => socket.destroy(new Error('The syslog server did not answer in time')))
    socket.on('close', (isBroken) => (isBroken ? reject(new Error('The connection was closed')) : resolve()))
    // Nothing is expected; reading notices that the server has closed the connection.
    socket.resume()
    socket.end(messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join(''))
  })
}
