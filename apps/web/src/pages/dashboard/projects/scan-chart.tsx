import type { Scan } from '@assay/contract/metrics.ts'
import { Suspense } from 'react'
import { texts } from '../../../messages/app.ts'
import { scanChart as messages } from '../../../messages/scans.ts'
import { useChartColors } from '../../../ui/chart/colors.ts'
import { ChartKey } from '../../../ui/chart/key.tsx'
import { LineCanvas } from '../../../ui/chart/lazy.ts'
import { formatNumber } from '../../../language/format.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { scanPoints } from './scans-model.ts'
import { describeScan, scanOptions, scoreText } from './scan-options.ts'

interface Props {
  /** Accessible description. */
  name: string
  scans: readonly Scan[]
  /** Report uuid of the selected scan. */
  selected: string | undefined
  onSelect: (reportUuid: string) => void
}

/** Score and vulnerability count over time; the adjacent list contains the same data. */
export function ScanChart(props: Props) {
  const [newest] = props.scans
  if (!newest) return null
  return (
    <section aria-label={messages.title(props.name)} className="min-w-0">
      <ChartKey
        lines={[
          { name: messages.score, value: scoreText(newest), style: lineStyles.score },
          {
            name: messages.vulnerabilities,
            value: formatNumber(newest.vulnerabilityCount),
            style: lineStyles.count,
          },
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

const lineStyles = {
  score: { color: 'accent', dash: [] },
  count: { color: 'warm', dash: [5, 3] },
} as const

function Lines({ name, scans, selected, onSelect }: Props) {
  const colors = useChartColors()
  const points = scanPoints(scans)
  const scanAt = (x: number) => points.scans.find(({ timestamp }) => timestamp === x)
  const series = (style: (typeof lineStyles)[keyof typeof lineStyles]) => ({
    borderColor: colors[style.color],
    backgroundColor: colors[style.color],
    borderDash: [...style.dash],
    borderWidth: 2,
    pointRadius: points.scans.map(({ reportUUID }) => (reportUUID === selected ? 6 : 2.5)),
    pointHoverRadius: 6,
    pointHitRadius: 12,
  })
  return (
    <LineCanvas
      label={messages.title(name)}
      describe={(x) => {
        const scan = scanAt(x)
        return scan ? describeScan(scan) : ''
      }}
      onSelect={(x) => {
        const scan = scanAt(x)
        if (scan) onSelect(scan.reportUUID)
      }}
      data={{
        datasets: [
          {
            label: messages.vulnerabilities,
            yAxisID: 'count',
            data: points.vulnerabilities,
            ...series(lineStyles.count),
          },
          { label: messages.score, yAxisID: 'score', data: points.scores, ...series(lineStyles.score) },
        ],
      }}
      options={scanOptions(points, colors)}
    />
  )
}
