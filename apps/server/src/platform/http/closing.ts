import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/** Requests that take longer than this to be answered are cut off when the server stops. */
const graceMs = 10_000

/** Lets a stopping server end soon. Aborted as soon as it stops: what has no end of its own ends then. */
export function stoppingOf(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController()
  const unused = unusedConnections(app)
  app.addHook('preClose', (done) => {
    stopping.abort()
    for (const socket of unused) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref()
    done()
  })
  return stopping.signal
}

/** Browsers open connections ahead of need. Node counts them as busy until the time for their headers is over. */
function unusedConnections({ server }: FastifyInstance): Set<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}
