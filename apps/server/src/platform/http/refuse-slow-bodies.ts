import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerProblem } from './answer-problem.ts'
import { Problem } from './problem.ts'

interface Patience {
  /** For the first byte and for pauses, over the whole body. */
  graceMs: number
  /** On average. */
  bytesPerSecond: number
  checkEveryMs: number
}

/** 256 MB on a line of 1 Mbit/s take 36 minutes, and may take two hours. */
const usual: Patience = { graceMs: 30_000, bytesPerSecond: 32 * 1024, checkEveryMs: 2_000 }

/**
 * Ends requests whose body comes too slowly, as Node does for headers: else a byte a second holds a connection for as
 * long as its sender likes. Time in which the server does not read counts for nobody.
 */
export function refuseSlowBodies(app: FastifyInstance, patience: Patience = usual): void {
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
    if (length === '0' && coding === undefined) return
    const { socket } = request.raw
    const bytesBefore = socket.bytesRead
    let waitedMs = 0
    const timer = setInterval(() => {
      if (request.raw.complete) return clearInterval(timer)
      if (isUnread(request.raw)) return
      waitedMs += patience.checkEveryMs
      const seconds = (waitedMs - patience.graceMs) / 1000
      if (seconds * patience.bytesPerSecond <= socket.bytesRead - bytesBefore) return
      clearInterval(timer)
      void end(reply, () => answerProblem(tooSlow(), request, reply))
    }, patience.checkEveryMs).unref()
    reply.raw.once('close', () => clearInterval(timer))
  })
}

/** As much as Node keeps is waiting to be read: it is not the sender who is slow. */
const isUnread = ({ readableLength, readableHighWaterMark }: FastifyRequest['raw']) =>
  readableLength >= readableHighWaterMark

const tooSlow = () => new Problem(408, 'tooSlow', 'The request body arrived too slowly')

/** The rest of the body is not awaited. */
async function end(reply: FastifyReply, answer: () => unknown): Promise<void> {
  const { socket } = reply.raw
  if (!reply.sent) {
    reply.header('connection', 'close')
    reply.raw.once('finish', () => socket?.destroySoon())
    await answer()
  } else socket?.destroy()
}
