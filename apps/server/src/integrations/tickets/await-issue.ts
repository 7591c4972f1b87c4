import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { findTicket } from './store.ts'

/** How long a request waits for the issue created by its job. */
const maxWaitMs = 3_000
const pollMs = 200

/** The issue is created by a job, whose first attempt is awaited. */
export async function awaitIssue({ db }: Pick<AppContext, 'db'>, scope: Scope, uuid: string): Promise<void> {
  const end = Date.now() + maxWaitMs
  while (Date.now() < end) {
    const ticket = await findTicket(db, scope, uuid)
    if (!ticket || ticket.synced_state !== 'nothing') return
    await sleep(pollMs)
  }
}
