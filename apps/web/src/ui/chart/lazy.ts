import { lazy } from 'react'

const load = () => import('./canvas.tsx')

/** The charts' library comes with the first chart, not with the page. */
export const LineCanvas = lazy(() => load().then(({ LineCanvas }) => ({ default: LineCanvas })))
export const DoughnutCanvas = lazy(() => load().then(({ DoughnutCanvas }) => ({ default: DoughnutCanvas })))
