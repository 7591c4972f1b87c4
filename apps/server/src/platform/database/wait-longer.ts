import { AsyncLocalStorage } from 'node:async_hooks'

/** A busy or restarting database usually recovers within this time. */
const longWaitMs = 60_000

const waits = new AsyncLocalStorage<number>()

/**
 * Queries of this work wait a minute for a connection instead of failing after seconds, and are retried once if the
 * database terminates them. For responses that have already started: these can only be aborted, no longer be a 503.
 */
export const waitingLonger = <Result>(work: () => Result): Result => waits.run(longWaitMs, work)

/** Fails as soon as usual, also within such work. */
export const withoutWaiting = <Result>(work: () => Result): Result => waits.run(0, work)

/** How long the current work tries to get a connection, in addition to the usual time. */
export const extraWaitMs = (): number => waits.getStore() ?? 0

/** The same for an async iterator, including chunks that a stream reads ahead; in the context of the caller otherwise. */
export function iterateWaitingLonger<Piece>(pieces: AsyncIterable<Piece>): AsyncIterable<Piece> {
  const pieceIterator = pieces[Symbol.asyncIterator]()
  const inContext = AsyncLocalStorage.snapshot()
  const iterator = {
    next: () => inContext(() => waitingLonger(() => pieceIterator.next())),
    return: async () => (await pieceIterator.return?.()) ?? { done: true as const, value: undefined },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
