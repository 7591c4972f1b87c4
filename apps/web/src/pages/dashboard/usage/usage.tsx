import { lazy, Suspense } from 'react'
import { loadPart } from '../../../api/outage.ts'
import { texts } from '../../../messages/app.ts'
import { useChartColors } from '../../../ui/chart/colors.ts'
import { ChartFrame } from '../../../ui/chart/frame.tsx'
import type { LineStyle } from '../../../ui/chart/key.tsx'
import { LineCanvas } from '../../../ui/chart/lazy.ts'
import { formatDate } from '../../../language/format.ts'
import { Segments } from '../../../ui/segments.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import {
  isDrawable,
  type Usage as UsageData,
  type UsageChart,
  usageChart,
  type UsageView,
  usageViews,
} from './usage-model.ts'
import { linesAt, localMidnight, usageOptions } from './usage-options.ts'

const messages = texts.dashboard.usage

const UsageTable = lazy(() =>
  loadPart(async () => ({ default: (await import('./usage-table.tsx')).UsageTable })),
)

interface Props {
  usage: UsageData
  view: UsageView
  isTable: boolean
  onView: (view: UsageView) => void
  onTable: (isTable: boolean) => void
}

/** The third chart: coverage or exclusions. */
export function Usage({ usage, view, isTable, onView, onTable }: Props) {
  const chart = usageChart(usage, view)
  // Keeps the space if the other view has data.
  const hasLines = usageViews.some((each) => isDrawable(usageChart(usage, each)))
  return (
    <ChartFrame
      title={messages.titles[view]}
      toggle={texts.chart}
      isTable={isTable}
      onToggle={onTable}
      controls={
        <Segments
          label={messages.switch}
          value={view}
          options={usageViews.map((value) => ({ value, label: messages.views[value] }))}
          onChange={onView}
        />
      }
    >
      <div className={hasLines ? 'h-[332px]' : 'h-24'}>
        <Body chart={chart} title={messages.titles[view]} isTable={isTable} />
      </div>
    </ChartFrame>
  )
}

function Body({ chart, title, isTable }: { chart: UsageChart; title: string; isTable: boolean }) {
  if (!isDrawable(chart))
    return <p className="m-0 grid h-full place-items-center text-center text-soft">{messages.tooFewDates}</p>
  const Shown = isTable ? UsageTable : Lines
  return (
    <Suspense fallback={<Spinner label={texts.loading} />}>
      <Shown chart={chart} title={title} />
    </Suspense>
  )
}

const lineStyles = {
  analyses: { color: 'accent', dash: [] },
  projects: { color: 'cool', dash: [5, 3] },
  exclusions: { color: 'warm', dash: [] },
} as const satisfies Record<string, LineStyle>

function Lines({ chart, title }: { chart: UsageChart; title: string }) {
  const colors = useChartColors()
  const moments = chart.dates.map(localMidnight)
  const describe = (x: number) => [formatDate(x), ...linesAt(chart, moments.indexOf(x))].join(', ')
  return (
    <LineCanvas
      label={title}
      describe={describe}
      data={{
        datasets: chart.series.map(({ key, values }) => ({
          label: messages.series[key],
          data: values.map((y, index) => ({ x: moments[index] ?? 0, y })),
          borderColor: colors[lineStyles[key].color],
          backgroundColor: colors[lineStyles[key].color],
          borderDash: [...lineStyles[key].dash],
          borderWidth: 2,
        })),
      }}
      options={usageOptions(chart, colors)}
    />
  )
}
