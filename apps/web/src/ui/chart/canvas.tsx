import { ownProperty } from '@assay/engine/own-property.ts'
import {
  type ActiveElement,
  Chart,
  type ChartData,
  type ChartOptions,
  Decimation,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  TimeScale,
  Tooltip,
} from 'chart.js'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Line } from 'react-chartjs-2'
import { type ChartColors, useChartColors } from './colors.ts'
import { registerDateAdapter } from './date-adapter.ts'

// This file is a chunk loaded with the first chart.
Chart.register(Decimation, Filler, LinearScale)
Chart.register(LineController, LineElement, PointElement, TimeScale, Tooltip)
registerDateAdapter()
Chart.defaults.font.family = getComputedStyle(document.body).fontFamily
// An animation would draw each chart a dozen times, and its first frame could be printed.
Chart.defaults.animation = false

export interface Point {
  x: number
  y: number
}

export interface LineCanvasProps {
  label: string
  data: ChartData<'line', Point[]>
  options: ChartOptions<'line'>
  /** Text of a point for keyboard navigation. */
  describe: (x: number) => string
  onSelect?: (x: number) => void
}

/** Keyboard position among the drawn points, which may be decimated. */
interface Place {
  index: number
  last: number
  x: number
}

let lastTurn = Promise.resolve()

/** False until the charts before it are drawn: each is drawn in a task of its own. */
function useTurn(): boolean {
  const [isReached, setReached] = useState(false)
  useEffect(() => {
    let isCurrent = true
    lastTurn = lastTurn.then(() => new Promise((resolve) => setTimeout(resolve)))
    void lastTurn.then(() => isCurrent && setReached(true))
    return () => void (isCurrent = false)
  }, [])
  return isReached
}

/** Line chart with pointer, touch and arrow key navigation; Enter selects like a click. */
export function LineCanvas({ label, data, options, describe, onSelect }: LineCanvasProps) {
  const chart = useRef<Chart<'line', Point[]>>(null)
  const colors = useChartColors()
  const isDrawn = useTurn()
  const [place, setPlace] = useState<Place | null>(null)
  const points = data.datasets[0]?.data ?? []
  const at = place ?? { index: points.length - 1, last: points.length - 1, x: points.at(-1)?.x ?? 0 }

  const go = (to: (place: Place) => number) => {
    const drawn = chart.current?.data.datasets[0]?.data ?? []
    const last = drawn.length - 1
    const index = Math.min(Math.max(to({ ...at, index: Math.min(at.index, last), last }), 0), last)
    const x = drawn[index]?.x
    if (x === undefined || !chart.current) return
    setPlace({ index, last, x })
    activate(chart.current, index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = ownProperty(keys, event.key)
    if (!to && !(event.key === 'Enter' && onSelect)) return
    event.preventDefault()
    if (to) go(to)
    else onSelect?.(at.x)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={at.last + 1}
      aria-valuenow={at.index + 1}
      aria-valuetext={points.length === 0 ? '' : describe(at.x)}
      onKeyDown={onKeyDown}
      onBlur={() => chart.current && activate(chart.current, null)}
      className="h-full w-full touch-pan-y"
    >
      {isDrawn && (
        <Line
          ref={chart}
          aria-hidden
          data={data}
          options={{
            ...options,
            maintainAspectRatio: false,
            plugins: {
              ...options.plugins,
              tooltip: { ...tooltipStyle(colors), ...options.plugins?.tooltip },
            },
            ...(onSelect && {
              onClick: (_event, elements, clicked) => select(clicked, elements[0], onSelect),
            }),
          }}
        />
      )}
    </div>
  )
}

const tooltipStyle = ({ ink, soft, line, raised }: ChartColors) => ({
  backgroundColor: raised,
  titleColor: ink,
  bodyColor: ink,
  footerColor: soft,
  borderColor: line,
  borderWidth: 1,
  cornerRadius: 8,
  padding: 10,
  caretSize: 0,
  caretPadding: 10,
  footerFont: { weight: 'normal' as const },
  displayColors: false,
})

const keys: Record<string, (place: Place) => number> = {
  ArrowLeft: ({ index }) => index - 1,
  ArrowRight: ({ index }) => index + 1,
  Home: () => 0,
  End: ({ last }) => last,
}

function select(chart: Chart, element: ActiveElement | undefined, onSelect: (x: number) => void) {
  if (!element) return
  const point = chart.data.datasets[element.datasetIndex]?.data[element.index]
  if (typeof point === 'object' && point && 'x' in point && point.x !== null) onSelect(point.x)
}

function activate(chart: Chart<'line', Point[]>, index: number | null) {
  const elements = chart.data.datasets.flatMap(({ data }, datasetIndex) =>
    index !== null && index < data.length ? [{ datasetIndex, index }] : [],
  )
  chart.setActiveElements(elements)
  chart.tooltip?.setActiveElements(elements, { x: 0, y: 0 })
  chart.update('none')
}
