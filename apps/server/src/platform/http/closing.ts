import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/** On shutdown, requests that take longer than this are aborted. */
const graceMs = 10_000

/** Graceful shutdown. The signal is aborted at its start, to end streams that have no end of their own. */
export function stoppingOf(app: FastifyInstance, leaving?: AbortSignal): AbortSignal {
  const stopping = new AbortController()
  const unused = unusedConnections(app)
  // A connection that is kept could be closed just when its next request is sent.
  app.addHook('onSend', async (_request, reply) => {
    if (leaving?.aborted) reply.header('connection', 'close')
  })
  app.addHook('preClose', (done) => {
    stopping.abort()
    for (const socket of unused) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref()
    done()
  })
  return stopping.signal
}

/** Browsers preconnect. Node counts such connections as busy until the header timeout. */
function unusedConnections({ server }: FastifyInstance): Set<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}
