import { startTransition, useEffect, useState } from 'react'
import { queryClient } from '../api/query.ts'
import { useSession } from '../api/session.tsx'

const checkEveryMs = 300
/** Once per document, not per page. */
let hasSettled = false

/** False until the first view has its data and the browser is idle: non-essential work waits for it. */
export function useAfterFirstPaint(): boolean {
  const { state } = useSession()
  const isLoading = state.status === 'loading'
  const [isSettled, setSettled] = useState(hasSettled)
  useEffect(() => {
    if (isLoading || isSettled) return undefined
    const timer = setInterval(() => {
      if (queryClient.isFetching()) return
      clearInterval(timer)
      // Safari has no idle callbacks.
      const whenIdle = window.requestIdleCallback ?? setTimeout
      whenIdle(() => {
        hasSettled = true
        startTransition(() => setSettled(true))
      })
    }, checkEveryMs)
    return () => clearInterval(timer)
  }, [isLoading, isSettled])
  return isSettled
}
