import { AsyncLocalStorage } from 'node:async_hooks'

/** What a standby must have before the current work reads from it. */
export interface Reading {
  /**
   * Position in the log that must have been replayed; null: all that the standby has received. A synchronous one has
   * received all that was acknowledged.
   */
  position: bigint | null
  /** Without the primary: nothing else can answer. Ends when the primary is back, also for what runs on. */
  isNeeded?: () => boolean
}

const readings = new AsyncLocalStorage<Reading>()

/** Statements of this work go to a standby, where it is far enough. They must only read. */
export const fromStandby = <Result>(reading: Reading, work: () => Result): Result =>
  readings.run(reading, work)

/** undefined: the current work is for the primary. */
export function currentReading(): Reading | undefined {
  const reading = readings.getStore()
  return reading?.isNeeded?.() === false ? undefined : reading
}

/** Position in the log as a number: PostgreSQL writes 64 bits as '16/B374D848'. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
