import { Problem } from '#platform/http/problem.ts'
import type { Caller } from '#auth/scope.ts'

/** Open streams of this process. The streams of a member include those of the member's tokens. */
export interface StreamLimits {
  ofMember: number
  ofAccount: number
  ofServer: number
}

const retrySeconds = 30

/** Limits how many event streams are open at once. */
export class StreamSlots {
  readonly #limits: StreamLimits
  /** By the signal that ends the stream. */
  readonly #open = new Map<AbortSignal, Caller>()

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /** Takes a slot until the stream ends. Throws Problem 429. */
  take(caller: Caller, gone: AbortSignal): void {
    this.#check(caller)
    if (gone.aborted) return
    this.#open.set(gone, caller)
    gone.addEventListener('abort', () => this.#open.delete(gone), { once: true })
  }

  #check({ scope, memberUuid }: Caller): void {
    const callers = [...this.#open.values()]
    const ofAccount = callers.filter((each) => each.scope.accountUuid === scope.accountUuid)
    const ofMember = ofAccount.filter((each) => each.memberUuid === memberUuid)
    const limits = this.#limits
    const hasRoom =
      ofMember.length < limits.ofMember &&
      ofAccount.length < limits.ofAccount &&
      callers.length < limits.ofServer
    if (hasRoom) return
    const message = 'Too many event streams are open'
    throw new Problem(429, 'tooManyStreams', message).withRetryAfter(retrySeconds)
  }
}
