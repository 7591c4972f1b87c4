import { maxFindingsOfEvent, type NewEvent } from '#platform/outbox/events.ts'
import type { ChangeDetails } from './change-store.ts'
import type { PlannedChange } from './plan-change.ts'
import type { ChangedState } from './state-store.ts'

interface Triaged {
  next: ChangedState
  isAssigned: boolean
  /** The state that waits for approval; null if none does. */
  requestedState: string | null
}

/** What others react to: assignments, requests and new states, each with its findings. */
export const triageEvents = (details: ChangeDetails, planned: readonly PlannedChange[]): NewEvent[] =>
  eventsOf(
    details,
    planned.map(({ next, decision, changes }) => ({
      next,
      isAssigned: changes.some(({ kind }) => kind === 'assignee'),
      requestedState: decision?.isWanted ? decision.state : null,
    })),
  )

export function eventsOf(
  { changeUuid, memberUuid, reason }: ChangeDetails,
  triaged: readonly Triaged[],
): NewEvent[] {
  const events: NewEvent[] = []
  for (let start = 0; start < triaged.length; start += maxFindingsOfEvent) {
    const some = triaged.slice(start, start + maxFindingsOfEvent)
    const findings = some.map(({ next, isAssigned, requestedState }) => ({
      projectUuid: next.projectUuid,
      advisoryUuid: next.advisoryUuid,
      ecosystem: next.ecosystem,
      packageName: next.packageName,
      state: next.state,
      isAssigned,
      assigneeUuid: next.assigneeUuid,
      requestedState,
    }))
    events.push({ type: 'findings.triaged', payload: { changeUuid, memberUuid, reason, findings } })
  }
  return events
}
