import type { SyncProgress as Sync } from '@assay/contract/advisory-databases.ts'
import { feeds as messages } from '../../messages/feeds.ts'

/** How far a queued or running sync of advisories is. */
export function SyncProgress({
  state,
  current,
  read,
  expected,
}: Pick<Sync, 'state' | 'current' | 'read' | 'expected'>) {
  const label = state === 'queued' ? messages.queued : messages.running
  return (
    <div className="mt-2 mb-1">
      <p className="tabular m-0 mb-1 text-sm [overflow-wrap:anywhere]" role="status">
        {state === 'queued' ? label : current}
        {state === 'running' && read > 0 && (
          <span className="text-soft"> · {messages.count(read, expected)}</span>
        )}
      </p>
      <progress
        aria-label={label}
        className="block h-1.5 w-full accent-accent"
        {...(expected !== null && expected > 0 && { value: read, max: expected })}
      />
    </div>
  )
}
