import type { FastifyInstance } from 'fastify'
import { fromStandby, type Reading } from './standby-reading.ts'
import type { Primary } from './watch-primary.ts'

/** Databases that follow the primary and answer reads. */
export interface Standbys {
  /** Runs a read that may take long on a standby that has everything that is committed; where none has, on the primary. */
  read<Result>(work: () => Promise<Result>): Promise<Result>
  /** For everything that reads while the primary is away; null while it answers. */
  instead(): Reading | null
}

export function openStandbys(primary: Primary): Standbys {
  return {
    async read(work) {
      const position = await primary.position()
      return position === null ? work() : fromStandby({ position }, work)
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
