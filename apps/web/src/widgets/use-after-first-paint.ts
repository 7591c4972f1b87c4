import { useEffect, useState } from 'react'

const settledAfterMs = 3000
/** Once per document, not per page. */
let hasSettled = false

/** False while the first view may still be loading: non-essential work waits for it. */
export function useAfterFirstPaint(): boolean {
  const [isSettled, setSettled] = useState(hasSettled)
  useEffect(() => {
    const timer = setTimeout(() => {
      hasSettled = true
      setSettled(true)
    }, settledAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
