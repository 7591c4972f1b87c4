import { useEffect, useState } from 'react'

const settledAfterMs = 3000
/** Once for the document: who comes back to a page need not wait again. */
let hasSettled = false

/** False as long as the first view may still be loading: what it can do without waits for it. */
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
