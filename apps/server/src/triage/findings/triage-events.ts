import { maxFindingsOfEvent, type NewEvent } from '#platform/outbox/events.ts'
import type { ChangeDetails } from './change-store.ts'
import type { PlannedChange } from './plan-change.ts'

/** What others react to: assignments, requests and new states, each with its findings. */
export function triageEvents(
  { changeUuid, memberUuid, reason }: ChangeDetails,
  planned: readonly PlannedChange[],
): NewEvent[] {
  const events: NewEvent[] = []
  for (let start = 0; start < planned.length; start += maxFindingsOfEvent) {
    const some = planned.slice(start, start + maxFindingsOfEvent)
    const findings = some.map(({ next, decision, changes }) => ({
      projectUuid: next.projectUuid,
      advisoryUuid: next.advisoryUuid,
      ecosystem: next.ecosystem,
      packageName: next.packageName,
      state: next.state,
      isAssigned: changes.some(({ kind }) => kind === 'assignee'),
      assigneeUuid: next.assigneeUuid,
      requestedState: decision?.isWanted ? decision.state : null,
    }))
    events.push({ type: 'findings.triaged', payload: { changeUuid, memberUuid, reason, findings } })
  }
  return events
}
