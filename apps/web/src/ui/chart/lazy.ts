import { lazy } from 'react'

const load = () => import('./canvas.tsx')

/** Settles when the chart library is loaded or failed to load. */
export const loadCharts = (): Promise<unknown> => load().catch(() => null)

/** Loads the chart library with the first chart. */
export const LineCanvas = lazy(() => load().then(({ LineCanvas }) => ({ default: LineCanvas })))
