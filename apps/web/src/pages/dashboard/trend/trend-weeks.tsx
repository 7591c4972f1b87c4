import { dayMs } from '@assay/engine/time.ts'
import type { Trend } from '@assay/contract/trends.ts'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { texts } from '../../../messages/app.ts'
import { trends as messages } from '../../../messages/trends.ts'
import { ChartFrame } from '../../../ui/chart/frame.tsx'
import { formatDays, formatNumber, formatTick } from '../../../language/format.ts'
import { cellStyle, Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import { severityColors } from './severity-colors.ts'
import { paths } from '../../../paths.ts'
import { useMedia } from '../../../ui/use-media.ts'
import type { DashboardSearch } from '../criteria/search.ts'
import { historyIn } from './history-in.ts'
import {
  closedCauses,
  openedCauses,
  type WeekPart,
  weekParts,
} from '../../../widgets/findings/cause-model.ts'
import { countOfPart, highestBars, type TrendWeek } from './trend-model.ts'
import { trendHeight } from './trend-options.ts'
import { localMidnight } from '../usage/usage-options.ts'

interface Props {
  weeks: Trend['weeks']
  search: DashboardSearch
  isTable: boolean
  onTable: (isTable: boolean) => void
}

const colors: Readonly<Record<WeekPart['key'], string>> = {
  first: severityColors.MEDIUM,
  changed: 'var(--risk-high)',
  learned: severityColors.HIGH,
  fixed: 'var(--accent)',
  otherwise: 'var(--control)',
}

/** New findings upwards, closed ones downwards, per week. */
export function TrendWeeks({ weeks, search, isTable, onTable }: Props) {
  const highest = highestBars(weeks)
  return (
    <ChartFrame title={messages.weeks.title} toggle={texts.chart} isTable={isTable} onToggle={onTable}>
      <p className="m-0 mb-1 flex flex-wrap gap-x-4 text-xs text-soft">
        {weekParts.map(({ key, label, event, causes }) => (
          <Link
            key={key}
            to={paths.history}
            search={historyIn(search, { event, causes })}
            className="inline-flex min-h-6 items-center gap-1.5 text-inherit no-underline hover:underline"
          >
            <span aria-hidden className="size-2 rounded-xs" style={{ background: colors[key] }} />
            {label}
          </Link>
        ))}
      </p>
      <div style={{ height: trendHeight }}>
        {highest.opened + highest.closed === 0 ? (
          <p className="m-0 grid h-full place-items-center text-center text-soft">{messages.weeks.none}</p>
        ) : isTable ? (
          <Rows weeks={weeks} search={search} />
        ) : (
          <Bars weeks={weeks} search={search} highest={highest} />
        )}
      </div>
    </ChartFrame>
  )
}

const nameOf = ({ startDate, endDate }: TrendWeek) =>
  startDate === endDate ? formatDays(startDate, startDate) : formatDays(startDate, endDate)

const describePart = (week: TrendWeek, part: WeekPart): string =>
  `${part.label}: ${formatNumber(countOfPart(week, part))}`

const describe = (week: TrendWeek): string =>
  [nameOf(week), ...weekParts.map((part) => describePart(week, part))].join(', ')

const spanOf = ({ startDate, endDate }: TrendWeek) => ({ startDate, endDate })

/** With more weeks the labels would overlap. */
const maxNumbers = 16
const maxDates = 5
const weekMs = 7 * dayMs

interface BarsProps {
  weeks: Trend['weeks']
  search: DashboardSearch
  highest: ReturnType<typeof highestBars>
}

function Bars({ weeks, search, highest }: BarsProps) {
  const hasNumbers = weeks.length <= maxNumbers
  const step = Math.ceil(weeks.length / maxDates)
  const starts = weeks.map(({ startDate }) => localMidnight(startDate))
  const span = starts.at(-1)! - starts[0]! + weekMs
  // A date takes the space of the weeks up to the next one; the last one may have less.
  const hasDate = (index: number) => index % step === 0 && index + step * 0.75 <= weeks.length
  return (
    <ol className="m-0 flex h-full list-none gap-px p-0" aria-label={messages.weeks.title}>
      {weeks.map((week, index) => (
        <li
          key={week.startDate}
          title={describe(week)}
          className="flex min-w-0 flex-1 flex-col hover:bg-hover"
        >
          <span className="sr-only">{describe(week)}</span>
          <Half week={week} event="opened" search={search} highest={highest.opened} hasNumbers={hasNumbers} />
          <span aria-hidden className="h-px shrink-0 bg-line" />
          <Half week={week} event="closed" search={search} highest={highest.closed} hasNumbers={hasNumbers} />
          <span
            aria-hidden
            className="flex h-5 shrink-0 text-[11px] leading-5 whitespace-nowrap text-soft"
            style={{ justifyContent: 'safe center' }}
          >
            {hasDate(index) && formatTick(starts[index]!, span)}
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
  /** Opened findings are drawn upwards. */
  event: 'opened' | 'closed'
  search: DashboardSearch
  highest: number
  hasNumbers: boolean
}

function Half({ week, event, search, highest, hasNumbers }: HalfProps) {
  const isUp = event === 'opened'
  const own = weekParts.filter((part) => part.event === event)
  const { total } = week[event]
  const number = hasNumbers && total > 0 && (
    <BarLink
      to={historyIn(search, { event, ...spanOf(week) })}
      className="tabular text-center text-xs leading-4 text-soft no-underline hover:underline"
    >
      {formatNumber(total)}
    </BarLink>
  )
  return (
    <span
      aria-hidden
      className="flex min-h-0 flex-col"
      // As tall as its longest bar, so that both halves share one scale.
      style={{ flex: `${highest} 1 ${numberHeight}px`, justifyContent: isUp ? 'end' : 'start' }}
    >
      {isUp && number}
      {own.map((part) => (
        <BarLink
          key={part.key}
          to={historyIn(search, { event, causes: part.causes, ...spanOf(week) })}
          title={`${nameOf(week)}, ${describePart(week, part)}`}
          className="shrink-0"
          style={{
            width: '80%',
            maxWidth: 40,
            alignSelf: 'center',
            height: `calc((100% - ${numberHeight}px) * ${countOfPart(week, part) / (highest || 1)})`,
            background: colors[part.key],
          }}
        />
      ))}
      {!isUp && number}
    </span>
  )
}

type BarLinkProps = ComponentProps<'span'> & { to: ReturnType<typeof historyIn> }

/** For the pointer: the table has the same links for the keyboard, and bars on phones are too small for fingers. */
function BarLink({ to, ...props }: BarLinkProps) {
  const isNarrow = useMedia('(width < 40rem)')
  if (isNarrow) return <span {...props} />
  return (
    <Link
      to={paths.history}
      search={to}
      tabIndex={-1}
      className={props.className}
      style={props.style}
      title={props.title}
    >
      {props.children}
    </Link>
  )
}

function Rows({ weeks, search }: Pick<BarsProps, 'weeks' | 'search'>) {
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
              <td className={numberCell}>
                <CountLink to={historyIn(search, spanned(week, 'opened'))} count={week.opened.total} />
              </td>
              {openedCauses.map((cause) => (
                <td key={cause} className={numberCell}>
                  <CountLink
                    to={historyIn(search, { ...spanned(week, 'opened'), causes: [cause] })}
                    count={week.opened[cause]}
                  />
                </td>
              ))}
              {closedCauses.map((cause) => (
                <td key={cause} className={numberCell}>
                  <CountLink
                    to={historyIn(search, { ...spanned(week, 'closed'), causes: [cause] })}
                    count={week.closed[cause]}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const spanned = (week: TrendWeek, event: 'opened' | 'closed') => ({ event, ...spanOf(week) })

/** A number that leads to the findings it counts; 0 leads nowhere. */
const CountLink = ({ to, count }: { to: ReturnType<typeof historyIn>; count: number }) =>
  count === 0 ? (
    formatNumber(count)
  ) : (
    <Link
      to={paths.history}
      search={to}
      className="inline-block min-h-6 text-inherit no-underline hover:underline"
    >
      {formatNumber(count)}
    </Link>
  )
