import { useEffect, useState } from 'react'

const settledAfterMs = 3000

/** False as long as the first view may still be loading: what it can do without waits for it. */
export function useAfterFirstPaint(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
