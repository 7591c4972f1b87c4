import { channel } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

export interface ConnectionAttempts {
  /** Targets of all TCP connections attempted by this process: '127.0.0.1:8080', '[::1]:8080'. */
  addresses: string[]
  stop(): void
}

/** Observes sockets, so that no client can connect unnoticed. */
export function watchConnections(): ConnectionAttempts {
  const addresses: string[] = []
  const sockets = channel('net.client.socket')
  const note = (address: string, port: number | undefined) => {
    // Sockets of the file system have none.
    if (port !== undefined) addresses.push(`${address.includes(':') ? `[${address}]` : address}:${port}`)
  }
  const listen = (message: unknown) => (message as { socket: Socket }).socket.on('connectionAttempt', note)
  sockets.subscribe(listen)
  return { addresses, stop: () => sockets.unsubscribe(listen) }
}
