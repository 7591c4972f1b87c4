import { setImmediate } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'

type Lookup<Key extends unknown[], Found> = (db: Database, ...key: Key) => Promise<Found>

/**
 * Shares a lookup among requests that arrive together with the same key, such as those of a page being opened. It is
 * sent after all of them have arrived, so none sees an older state than it would alone. `textOf` returns the key as
 * text; by default, its parts are texts.
 */
export function shareLookup<Key extends unknown[], Found>(
  lookup: Lookup<Key, Found>,
  textOf: (...key: Key) => string = (...key) => key.join(' '),
): Lookup<Key, Found> {
  const unsent = new WeakMap<Database, Map<string, Promise<Found>>>()
  return (db, ...key) => {
    const ofDatabase = unsent.get(db) ?? new Map<string, Promise<Found>>()
    unsent.set(db, ofDatabase)
    const text = textOf(...key)
    const send = async () => {
      await setImmediate()
      ofDatabase.delete(text)
      return lookup(db, ...key)
    }
    const found = ofDatabase.get(text) ?? send()
    ofDatabase.set(text, found)
    return found
  }
}
