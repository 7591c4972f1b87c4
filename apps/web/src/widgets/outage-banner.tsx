import { useSyncExternalStore } from 'react'
import { isServerAway, subscribeToOutage } from '../api/outage.ts'
import { texts } from '../messages/app.ts'

/** Stands above the page while the server cannot answer; goes by itself. */
export function OutageBanner() {
  const isAway = useSyncExternalStore(subscribeToOutage, isServerAway)
  return (
    <div role="status">
      {isAway && (
        <p className="m-0 border-b border-danger bg-surface px-4 py-2 text-center text-sm">{texts.outage}</p>
      )}
    </div>
  )
}
