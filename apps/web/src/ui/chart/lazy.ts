import { lazy } from 'react'

const load = () => import('./canvas.tsx')

/** Settles when charts can be drawn, or cannot. */
export const loadCharts = (): Promise<unknown> => load().catch(() => null)

/** The charts' library comes with the first chart, not with the page. */
export const LineCanvas = lazy(() => load().then(({ LineCanvas }) => ({ default: LineCanvas })))
export const DoughnutCanvas = lazy(() => load().then(({ DoughnutCanvas }) => ({ default: DoughnutCanvas })))
