import type { Scope } from '#auth/scope.ts'
import { type Connection, openDatabase } from '#platform/database/database.ts'
import { currentReading, fromStandby, type Reading } from '#platform/database/standby-reading.ts'
import { DatabaseOutage, type OutageKind, outageOf } from '#platform/database/outage.ts'
import { numbersBytes, numbersHeapMb } from '#platform/worker-threads/memory.ts'
import { StatefulThread } from '#platform/worker-threads/stateful-thread.ts'
import { computeNumbers, type Numbers } from './numbers.ts'

interface NumbersCall {
  /** Whose numbers: a thread may be shared by several. */
  id: number
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

interface Opened {
  numbers: Numbers
  close(): Promise<void>
}

const opened = new Map<number, Opened>()

/** Loads the modules of a thread. */
export const warmUp = () => null

/** Answers in the thread. */
export async function answer({
  id,
  connection,
  standbys,
  reading,
  what,
  scope,
  request,
}: NumbersCall): Promise<Answer> {
  try {
    const ask = numbersOf({ id, connection, standbys })[what] as (
      scope: Scope,
      request: unknown,
    ) => Promise<unknown>
    const work = () => ask(scope, request)
    return { result: await (reading ? fromStandby(readingOf(reading), work) : work()) }
  } catch (error) {
    const outage = outageOf(error)
    if (outage === null) throw error
    return { outage, message: String(error) }
  }
}

function numbersOf({
  id,
  connection,
  standbys,
}: Pick<NumbersCall, 'id' | 'connection' | 'standbys'>): Numbers {
  const known = opened.get(id)
  if (known) return known.numbers
  // Statement errors are reported by the answer; broken idle connections are replaced.
  const log = { error: () => undefined }
  const database = openDatabase({ connection, standbys, maxConnections, log })
  const numbers = computeNumbers(database, { maxBytes: numbersBytes })
  opened.set(id, { numbers, close: database.close })
  return numbers
}

/** In a thread that goes on for others. Does not wait for connections that hang. */
export function forget(id: number): null {
  void opened.get(id)?.close()
  opened.delete(id)
  return null
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

let lastId = 0

export const numbersThread = () => new StatefulThread(numbersHeapMb)

/** Computed in a thread of its own, so that other requests never wait for numbers; tests share one. */
export function numbersInThread(
  connection: Connection,
  standbys?: Connection,
  shared?: StatefulThread,
): ThreadNumbers {
  const thread = shared ?? numbersThread()
  const id = ++lastId
  let isOpen = false
  const asking =
    <Result>(what: keyof Numbers) =>
    async (scope: Scope, request: unknown): Promise<Result> => {
      const reading = readingOfCall()
      isOpen = true
      const call: NumbersCall = { id, connection, standbys, reading, what, scope, request }
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
    async stop() {
      if (!shared) await thread.stop()
      else if (isOpen) await shared.call({ module, name: forget.name }, id)
    },
  }
}
