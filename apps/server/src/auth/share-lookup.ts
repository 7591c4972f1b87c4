import { setImmediate } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'

type Lookup<Found> = (db: Database, accountUuid: string, uuid: string) => Promise<Found>

/**
 * Requests that arrive together, such as those of a page that opens, share one lookup of their session or token. It is
 * sent after all of them have arrived, so none sees an older state than it would alone.
 */
export function shareLookup<Found>(look: Lookup<Found>): Lookup<Found> {
  const unsent = new WeakMap<Database, Map<string, Promise<Found>>>()
  return (db, accountUuid, uuid) => {
    const ofDatabase = unsent.get(db) ?? new Map<string, Promise<Found>>()
    unsent.set(db, ofDatabase)
    const key = `${accountUuid} ${uuid}`
    const send = async () => {
      await setImmediate()
      ofDatabase.delete(key)
      return look(db, accountUuid, uuid)
    }
    const found = ofDatabase.get(key) ?? send()
    ofDatabase.set(key, found)
    return found
  }
}
