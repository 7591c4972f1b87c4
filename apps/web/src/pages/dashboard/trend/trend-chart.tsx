import type { Trend } from '@assay/contract/trends.ts'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { texts } from '../../../messages/app.ts'
import { severityNames } from '../../../messages/severity.ts'
import { paths } from '../../../paths.ts'
import { type DashboardSearch, openIn } from '../criteria/search.ts'
import { trends as messages } from '../../../messages/trends.ts'
import { useChartColors } from '../../../ui/chart/colors.ts'
import { ChartFrame } from '../../../ui/chart/frame.tsx'
import { LineCanvas } from '../../../ui/chart/lazy.ts'
import { formatDate, formatNumber } from '../../../language/format.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { cellStyle, Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import { resolveSeverityColors, severityColors } from './severity-colors.ts'
import { stateOf } from './trend-model.ts'
import { openAt, trendHeight, trendOptions } from './trend-options.ts'
import { localMidnight } from '../usage/usage-options.ts'

interface Props {
  trend: Trend
  search: DashboardSearch
  isTable: boolean
  onTable: (isTable: boolean) => void
}

export function TrendChart({ trend, search, isTable, onTable }: Props) {
  return (
    <ChartFrame title={messages.chart.title} toggle={texts.chart} isTable={isTable} onToggle={onTable}>
      <p className="m-0 mb-1 flex flex-wrap gap-x-4 text-xs text-soft">
        {trend.severities.map(({ severity }) => (
          <Link
            key={severity}
            to={paths.vulnerabilities}
            search={{ ...openIn(search), severity }}
            className="inline-flex min-h-6 items-center gap-1.5 text-inherit no-underline hover:underline"
          >
            <span
              aria-hidden
              className="size-2 rounded-xs"
              style={{ background: severityColors[severity] }}
            />
            {severityNames[severity]}
          </Link>
        ))}
      </p>
      <div style={{ height: trendHeight }}>
        <Body trend={trend} isTable={isTable} />
      </div>
    </ChartFrame>
  )
}

function Body({ trend, isTable }: Pick<Props, 'trend' | 'isTable'>) {
  const state = stateOf(trend)
  if (state !== 'drawn') {
    const message = state === 'none' ? messages.chart.none : messages.chart.tooFewDates
    return <p className="m-0 grid h-full place-items-center text-center text-soft">{message}</p>
  }
  if (isTable) return <Days trend={trend} />
  return (
    <Suspense fallback={<Spinner label={texts.loading} />}>
      <Areas trend={trend} />
    </Suspense>
  )
}

function Areas({ trend }: { trend: Trend }) {
  const palette = useChartColors()
  const colors = resolveSeverityColors(palette)
  const moments = trend.sortedDates.map(localMidnight)
  const describe = (x: number) => [formatDate(x), ...openAt(trend, moments.indexOf(x))].join(', ')
  return (
    <LineCanvas
      label={messages.chart.title}
      describe={describe}
      data={{
        datasets: trend.severities.map(({ severity, openByDay }, index) => ({
          label: severityNames[severity],
          data: openByDay.map((y, day) => ({ x: moments[day] ?? 0, y })),
          borderColor: colors[severity] ?? palette.soft,
          backgroundColor: colors[severity] ?? palette.soft,
          borderWidth: 1,
          fill: index === 0 ? 'origin' : '-1',
        })),
      }}
      options={trendOptions(trend, palette)}
    />
  )
}

function Days({ trend: { sortedDates, severities } }: { trend: Trend }) {
  return (
    <div className="h-full overflow-y-auto">
      <Table label={messages.chart.title}>
        <thead>
          <tr className="border-b border-line">
            <Header title={messages.chart.date} />
            {severities.map(({ severity }) => (
              <Header key={severity} title={severityNames[severity]} isNumber />
            ))}
            <Header title={messages.chart.total} isNumber />
          </tr>
        </thead>
        <tbody>
          {sortedDates
            .map((date, index) => (
              <tr key={date} className={rowStyle}>
                <th scope="row" className={`${cellStyle} text-left font-normal`}>
                  {formatDate(localMidnight(date))}
                </th>
                {severities.map(({ severity, openByDay }) => (
                  <td key={severity} className={numberCell}>
                    {formatNumber(openByDay[index] ?? 0)}
                  </td>
                ))}
                <td className={numberCell}>
                  {formatNumber(severities.reduce((sum, { openByDay }) => sum + (openByDay[index] ?? 0), 0))}
                </td>
              </tr>
            ))
            .toReversed()}
        </tbody>
      </Table>
    </div>
  )
}
