import type { FastifyInstance } from 'fastify'
import { fromStandby, type Reading } from './standby-reading.ts'
import type { Primary } from './watch-primary.ts'

/** Databases that follow the primary and answer reads. */
export interface Standbys {
  /** Runs a read that may take long on a standby that has everything that is committed; where none has, on the primary. */
  read<Result>(work: () => Promise<Result>): Promise<Result>
  /** The parts of a file, each of which is read like that, with everything that was committed before the first. */
  iterate<Part>(parts: AsyncIterable<Part>): AsyncIterable<Part>
  /** For everything that reads while the primary is away; null while it answers. */
  instead(): Reading | null
}

export function openStandbys(primary: Primary): Standbys {
  const readAt = <Result>(position: bigint | null, work: () => Result): Result =>
    position === null ? work() : fromStandby({ position }, work)
  return {
    read: async (work) => readAt(await primary.position(), work),
    async *iterate(parts) {
      const position = await primary.position()
      const iterator = parts[Symbol.asyncIterator]()
      // Parts are asked for by a stream, elsewhere than where this was called.
      const next = () => readAt(position, () => iterator.next())
      try {
        for (let part = await next(); part.done !== true; part = await next()) yield part.value
      } finally {
        await iterator.return?.()
      }
    },
    instead: () => (primary.isAway() ? { position: null, isNeeded: primary.isAway } : null),
  }
}

/** While the primary is away, standbys answer what only reads. */
export function readFromStandbysDuringOutages(app: FastifyInstance, standbys: Standbys): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const reading = request.method === 'GET' ? standbys.instead() : null
    if (reading) fromStandby(reading, done)
    else done()
  })
}
