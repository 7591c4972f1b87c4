import type { Scan } from '@assay/contract/metrics.ts'
import type { ChartOptions } from 'chart.js'
import { Suspense } from 'react'
import { texts } from '../../texts.ts'
import { type ChartColors, useChartColors } from '../../ui/chart/colors.ts'
import { ChartKey } from '../../ui/chart/key.tsx'
import { LineCanvas } from '../../ui/chart/lazy.ts'
import { formatDateTime, formatNumber, formatTick } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { type ScanPoints, scanPoints } from './scans-model.ts'

const words = texts.dashboard.scanChart

interface Props {
  /** Of what, for those who do not see it. */
  name: string
  scans: readonly Scan[]
  /** The report of the selected scan. */
  selected: string | undefined
  onSelect: (reportUuid: string) => void
}

/** How the score and the count of vulnerabilities went; the list beside it is the table behind it. */
export function ScanChart(props: Props) {
  const [newest] = props.scans
  if (!newest) return null
  return (
    <section aria-label={words.title(props.name)} className="min-w-0">
      <ChartKey
        lines={[
          { name: words.score, value: formatNumber(newest.securityScore), look: looks.score },
          { name: words.vulnerabilities, value: formatNumber(newest.vulnerabilityCount), look: looks.count },
        ]}
      />
      <div className="h-[332px]">
        <Suspense fallback={<Spinner label={texts.loading} />}>
          <Lines {...props} />
        </Suspense>
      </div>
    </section>
  )
}

const looks = {
  score: { color: 'accent', dash: [] },
  count: { color: 'warm', dash: [5, 3] },
} as const

function Lines({ name, scans, selected, onSelect }: Props) {
  const colors = useChartColors()
  const points = scanPoints(scans)
  const scanAt = (x: number) => points.scans.find(({ timestamp }) => timestamp === x)
  const series = (look: (typeof looks)[keyof typeof looks]) => ({
    borderColor: colors[look.color],
    backgroundColor: colors[look.color],
    borderDash: [...look.dash],
    borderWidth: 2,
    pointRadius: points.scans.map(({ reportUUID }) => (reportUUID === selected ? 6 : 2.5)),
    pointHoverRadius: 6,
    pointHitRadius: 12,
  })
  return (
    <LineCanvas
      label={words.title(name)}
      describe={(x) => {
        const scan = scanAt(x)
        return scan ? [titleOf(scan), fixesOf(scan), ...valuesOf(scan)].join(', ') : ''
      }}
      onSelect={(x) => {
        const scan = scanAt(x)
        if (scan) onSelect(scan.reportUUID)
      }}
      data={{
        datasets: [
          {
            label: words.vulnerabilities,
            yAxisID: 'count',
            data: points.vulnerabilities,
            ...series(looks.count),
          },
          { label: words.score, yAxisID: 'score', data: points.scores, ...series(looks.score) },
        ],
      }}
      options={optionsOf(points, colors)}
    />
  )
}

const titleOf = ({ timestamp }: Scan) => words.scannedOn(formatDateTime(timestamp))
const fixesOf = ({ mitigationCount }: Scan) =>
  mitigationCount === 0 ? words.noMitigation : words.fixed(mitigationCount)
const valuesOf = ({ securityScore, vulnerabilityCount }: Scan) => [
  `${words.score}: ${formatNumber(securityScore)}`,
  `${words.vulnerabilities}: ${formatNumber(vulnerabilityCount)}`,
]

const dayMs = 86_400_000

function optionsOf({ scans, countTop }: ScanPoints, colors: ChartColors): ChartOptions<'line'> {
  const span = (scans.at(-1)?.timestamp ?? 0) - (scans[0]?.timestamp ?? 0)
  const ticks = { color: colors.soft, font: { size: 11 } }
  const title = (text: string) => ({ display: true, text, color: colors.soft, font: { size: 11 } })
  const scanOf = (items: { dataIndex: number }[]) => scans[items[0]?.dataIndex ?? -1]
  return {
    interaction: { mode: 'index', intersect: false },
    plugins: {
      legend: { display: false },
      tooltip: {
        filter: (_item, index) => index === 0,
        callbacks: {
          title: (items) => map(scanOf(items), titleOf),
          label: (item) => map(scanOf([item]), fixesOf),
          footer: (items) => map(scanOf(items), valuesOf),
        },
      },
    },
    scales: {
      x: {
        type: 'time',
        time: { minUnit: span < 2 * dayMs ? 'minute' : 'day' },
        title: title(words.axes.date),
        grid: { display: false },
        border: { color: colors.line },
        ticks: {
          ...ticks,
          maxRotation: 0,
          autoSkipPadding: 16,
          callback: (value) => formatTick(Number(value), span),
        },
      },
      score: {
        position: 'left',
        title: title(words.axes.score),
        suggestedMin: 0,
        suggestedMax: 100,
        grid: { color: colors.line },
        border: { display: false },
        ticks,
      },
      count: {
        position: 'right',
        title: title(words.axes.count),
        suggestedMin: 0,
        suggestedMax: countTop,
        grid: { drawOnChartArea: false },
        border: { display: false },
        ticks: { ...ticks, precision: 0 },
      },
    },
  }
}

const map = <T, R>(value: T | undefined, read: (value: T) => R): R | string =>
  value === undefined ? '' : read(value)
