import type { Scope } from '#auth/scope.ts'
import { type Connection, openDatabase } from '#platform/database/database.ts'
import { currentReading, fromStandby, type Reading } from '#platform/database/standby-reading.ts'
import { DatabaseOutage, type OutageKind, outageOf } from '#platform/database/outage.ts'
import { numbersBytes, numbersHeapMb } from '#platform/worker-threads/memory.ts'
import { StatefulThread } from '#platform/worker-threads/stateful-thread.ts'
import { computeNumbers, type Numbers } from './numbers.ts'

interface NumbersCall {
  connection: Connection
  standbys: Connection | undefined
  /** Whether standbys are to answer. */
  reading: { position: bigint | null; isNeeded: boolean } | undefined
  what: keyof Numbers
  scope: Scope
  request: unknown
}

type Answer = { result: unknown } | { outage: OutageKind; message: string }

/** A read of changes, and one of everything for another account. */
const maxConnections = 3

let opened: { key: string; numbers: Numbers } | undefined

/** Loads the modules of a thread. */
export const warmUp = () => null

/** Answers in the thread. */
export async function answer({
  connection,
  standbys,
  reading,
  what,
  scope,
  request,
}: NumbersCall): Promise<Answer> {
  try {
    const ask = numbersOf(connection, standbys)[what] as (scope: Scope, request: unknown) => Promise<unknown>
    const work = () => ask(scope, request)
    return { result: await (reading ? fromStandby(readingOf(reading), work) : work()) }
  } catch (error) {
    const outage = outageOf(error)
    if (outage === null) throw error
    return { outage, message: String(error) }
  }
}

/** One database per thread. */
function numbersOf(connection: Connection, standbys: Connection | undefined): Numbers {
  const key = JSON.stringify([connection, standbys])
  if (opened?.key === key) return opened.numbers
  // Statement errors are reported by the answer; broken idle connections are replaced.
  const log = { error: () => undefined }
  const numbers = computeNumbers(openDatabase({ connection, standbys, maxConnections, log }), {
    maxBytes: numbersBytes,
  })
  opened = { key, numbers }
  return numbers
}

export interface ThreadNumbers extends Numbers {
  /** Starts the thread in advance, so that the first answer does not wait for modules to load. */
  warmUp(): Promise<void>
  stop(): Promise<void>
}

function readingOfCall(): NumbersCall['reading'] {
  const reading = currentReading()
  return reading && { position: reading.position, isNeeded: reading.isNeeded !== undefined }
}

/** For the duration of a call, the primary stays away. */
const readingOf = ({ position, isNeeded }: NonNullable<NumbersCall['reading']>): Reading => ({
  position,
  ...(isNeeded && { isNeeded: () => true }),
})

const module = new URL(import.meta.url)

/** Computed in a thread of its own, so that other requests never wait for numbers. */
export function numbersInThread(connection: Connection, standbys?: Connection): ThreadNumbers {
  const thread = new StatefulThread(numbersHeapMb)
  const asking =
    <Result>(what: keyof Numbers) =>
    async (scope: Scope, request: unknown): Promise<Result> => {
      const reading = readingOfCall()
      const call: NumbersCall = { connection, standbys, reading, what, scope, request }
      const answered = await thread.call<Answer>({ module, name: answer.name }, call)
      if ('outage' in answered) throw new DatabaseOutage(answered.outage, new Error(answered.message))
      return answered.result as Result
    }
  return {
    metrics: asking('metrics'),
    rows: asking('rows'),
    trend: asking('trend'),
    overdue: asking('overdue'),
    scores: asking('scores'),
    upgrades: asking('upgrades'),
    groups: asking('groups'),
    warmUp: () => thread.call({ module, name: warmUp.name }, null),
    stop: () => thread.stop(),
  }
}
