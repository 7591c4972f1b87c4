import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replyWithProblem } from './reply-with-problem.ts'
import { Problem } from './problem.ts'

interface Patience {
  /** Allowance for the first byte and pauses, in total. */
  graceMs: number
  /** Minimum average rate. */
  bytesPerSecond: number
  checkEveryMs: number
}

/** 256 MB at 1 Mbit/s take 36 minutes; up to two hours are allowed. */
const usual: Patience = { graceMs: 30_000, bytesPerSecond: 32 * 1024, checkEveryMs: 2_000 }

/**
 * Aborts requests with slow bodies, as Node does for headers: otherwise one byte per second would hold a connection
 * indefinitely, also after the response. Time in which the server does not read is not counted before that.
 */
export function rejectSlowBodies(app: FastifyInstance, patience: Patience = usual): void {
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
    if (length === '0' && coding === undefined) return
    const { socket } = request.raw
    const bytesBefore = socket.bytesRead
    let waitedMs = 0
    const timer = setInterval(() => {
      if (request.raw.complete || socket.destroyed) return clearInterval(timer)
      if (!reply.sent && isUnread(request.raw)) return
      waitedMs += patience.checkEveryMs
      const seconds = (waitedMs - patience.graceMs) / 1000
      if (seconds * patience.bytesPerSecond <= socket.bytesRead - bytesBefore) return
      clearInterval(timer)
      void end(request, reply)
    }, patience.checkEveryMs).unref()
  })
}

/** The receive buffer is full, so the client is not the slow side. */
const isUnread = ({ readableLength, readableHighWaterMark }: FastifyRequest['raw']) =>
  readableLength >= readableHighWaterMark

const tooSlow = () => new Problem(408, 'tooSlow', 'The request body arrived too slowly')

/** The rest of the body is not read. */
async function end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { socket } = request.raw
  if (reply.sent) return void socket.destroy()
  reply.header('connection', 'close')
  reply.raw.once('finish', () => socket.destroySoon())
  await replyWithProblem(tooSlow(), request, reply)
}
