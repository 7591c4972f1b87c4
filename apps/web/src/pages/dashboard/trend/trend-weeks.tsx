import { dayMs } from '@assay/engine/time.ts'
import type { Trend } from '@assay/contract/trends.ts'
import { texts } from '../../../messages/app.ts'
import { trends as messages } from '../../../messages/trends.ts'
import { ChartFrame } from '../../../ui/chart/frame.tsx'
import { formatDays, formatNumber, formatTick } from '../../../language/format.ts'
import { cellStyle, Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import { severityColors } from './severity-colors.ts'
import { closedCauses, highestBars, openedCauses, partsOf, type TrendWeek } from './trend-model.ts'
import { trendHeight } from './trend-options.ts'
import { localMidnight } from '../usage/usage-options.ts'

interface Props {
  weeks: Trend['weeks']
  isTable: boolean
  onTable: (isTable: boolean) => void
}

const parts = [
  { key: 'first', label: messages.weeks.first, color: severityColors.MEDIUM },
  { key: 'changed', label: messages.weeks.known, color: 'var(--risk-high)' },
  { key: 'learned', label: messages.weeks.learned, color: severityColors.HIGH },
  { key: 'fixed', label: messages.weeks.fixed, color: 'var(--accent)' },
  { key: 'otherwise', label: messages.weeks.otherwise, color: 'var(--control)' },
] as const

/** New findings upwards, closed ones downwards, per week. */
export function TrendWeeks({ weeks, isTable, onTable }: Props) {
  const highest = highestBars(weeks)
  return (
    <ChartFrame title={messages.weeks.title} toggle={texts.chart} isTable={isTable} onToggle={onTable}>
      <p aria-hidden className="m-0 mb-1 flex flex-wrap gap-x-4 text-xs text-soft">
        {parts.map(({ key, label, color }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span className="size-2 rounded-xs" style={{ background: color }} />
            {label}
          </span>
        ))}
      </p>
      <div style={{ height: trendHeight }}>
        {highest.opened + highest.closed === 0 ? (
          <p className="m-0 grid h-full place-items-center text-center text-soft">{messages.weeks.none}</p>
        ) : isTable ? (
          <Rows weeks={weeks} />
        ) : (
          <Bars weeks={weeks} highest={highest} />
        )}
      </div>
    </ChartFrame>
  )
}

const nameOf = ({ startDate, endDate }: TrendWeek) =>
  startDate === endDate ? formatDays(startDate, startDate) : formatDays(startDate, endDate)

const describe = (week: TrendWeek): string => {
  const counts = partsOf(week)
  return [nameOf(week), ...parts.map(({ key, label }) => `${label}: ${formatNumber(counts[key])}`)].join(', ')
}

/** With more weeks the labels would overlap. */
const maxNumbers = 16
const maxDates = 5
const weekMs = 7 * dayMs

function Bars({ weeks, highest }: { weeks: Trend['weeks']; highest: ReturnType<typeof highestBars> }) {
  const hasNumbers = weeks.length <= maxNumbers
  const step = Math.ceil(weeks.length / maxDates)
  const starts = weeks.map(({ startDate }) => localMidnight(startDate))
  const span = starts.at(-1)! - starts[0]! + weekMs
  return (
    <ol className="m-0 flex h-full list-none gap-px p-0" aria-label={messages.weeks.title}>
      {weeks.map((week, index) => (
        <li
          key={week.startDate}
          title={describe(week)}
          className="flex min-w-0 flex-1 flex-col hover:bg-hover"
        >
          <span className="sr-only">{describe(week)}</span>
          <Half
            week={week}
            keys={['first', 'learned', 'changed']}
            highest={highest.opened}
            isUp
            hasNumbers={hasNumbers}
          />
          <span aria-hidden className="h-px shrink-0 bg-line" />
          <Half week={week} keys={['fixed', 'otherwise']} highest={highest.closed} hasNumbers={hasNumbers} />
          <span
            aria-hidden
            className="flex h-5 shrink-0 text-[11px] leading-5 whitespace-nowrap text-soft"
            // The last label would not fit beyond the chart.
            style={{ justifyContent: index + step > weeks.length ? 'end' : 'safe center' }}
          >
            {index % step === 0 && formatTick(starts[index]!, span)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** In px. A number is drawn beyond each bar. */
const numberHeight = 16

interface HalfProps {
  week: TrendWeek
  keys: readonly (typeof parts)[number]['key'][]
  highest: number
  hasNumbers: boolean
  isUp?: boolean
}

function Half({ week, keys, highest, hasNumbers, isUp = false }: HalfProps) {
  const counts = partsOf(week)
  const total = keys.reduce((sum, key) => sum + counts[key], 0)
  const number = hasNumbers && total > 0 && (
    <span className="tabular text-center text-xs leading-4 text-soft">{formatNumber(total)}</span>
  )
  return (
    <span
      aria-hidden
      className="flex min-h-0 flex-col"
      // As tall as its longest bar, so that both halves share one scale.
      style={{ flex: `${highest} 1 ${numberHeight}px`, justifyContent: isUp ? 'end' : 'start' }}
    >
      {isUp && number}
      {keys.map((key) => (
        <span
          key={key}
          className="shrink-0"
          style={{
            width: '80%',
            maxWidth: 40,
            alignSelf: 'center',
            height: `calc((100% - ${numberHeight}px) * ${counts[key] / (highest || 1)})`,
            background: parts.find((part) => part.key === key)!.color,
          }}
        />
      ))}
      {!isUp && number}
    </span>
  )
}

function Rows({ weeks }: { weeks: Trend['weeks'] }) {
  return (
    <div className="h-full overflow-y-auto">
      <Table label={messages.weeks.title}>
        <thead>
          <tr className="border-b border-line">
            <Header title={messages.weeks.week} />
            <Header title={messages.weeks.opened} isNumber />
            {openedCauses.map((cause) => (
              <Header key={cause} title={messages.columns[cause]} isNumber />
            ))}
            {closedCauses.map((cause) => (
              <Header key={cause} title={messages.columns[cause]} isNumber />
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.startDate} className={rowStyle}>
              <th scope="row" className={`${cellStyle} text-left font-normal whitespace-nowrap`}>
                {nameOf(week)}
              </th>
              <td className={numberCell}>{formatNumber(week.opened.total)}</td>
              {openedCauses.map((cause) => (
                <td key={cause} className={numberCell}>
                  {formatNumber(week.opened[cause])}
                </td>
              ))}
              {closedCauses.map((cause) => (
                <td key={cause} className={numberCell}>
                  {formatNumber(week.closed[cause])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
