import { useSyncExternalStore } from 'react'
import { isPageOutdated, isServerAway, subscribeToOutage } from '../../api/outage.ts'
import { texts } from '../../messages/app.ts'
import { Button } from '../../ui/button.tsx'

/** Shown during an outage, and after the server was updated. */
export function OutageBanner() {
  const isAway = useSyncExternalStore(subscribeToOutage, isServerAway)
  const isOutdated = useSyncExternalStore(subscribeToOutage, isPageOutdated)
  return (
    <div role="status">
      {isAway ? (
        <p className={`${line} border-danger`}>{texts.outage}</p>
      ) : (
        isOutdated && (
          <p className={`${line} border-line`}>
            {texts.newVersion} <Button onPress={() => location.reload()}>{texts.reload}</Button>
          </p>
        )
      )}
    </div>
  )
}

const line = 'm-0 border-b bg-surface px-4 py-2 text-center text-sm'
