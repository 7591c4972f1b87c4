import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import type { Trend as TrendData } from '@assay/contract/trends.ts'
import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'
import { api } from '../../../api/client.ts'
import { texts } from '../../../messages/app.ts'
import { severityNames, severityWords } from '../../../messages/severity.ts'
import { trends as messages } from '../../../messages/trends.ts'
import { Figure } from '../../../ui/card.tsx'
import { formatDays, formatNumber } from '../../../language/format.ts'
import { Score } from '../../../ui/score.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Severity } from '../../../ui/severity.tsx'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { usePermission } from '../../../widgets/use-permission.ts'
import { paths } from '../../../paths.ts'
import { currentQuery } from '../criteria/criteria-model.ts'
import {
  chosenProjects,
  criteriaOf,
  openIn,
  type DashboardSearch,
  type SearchPatch,
} from '../criteria/search.ts'
import { projectsId } from '../projects/projects.tsx'
import { TrendChart } from './trend-chart.tsx'
import { Causes, ListLink } from './causes.tsx'
import { historyIn } from './history-in.ts'
import { averageScore, isPast, oldFindings } from './trend-model.ts'
import { TrendWeeks } from './trend-weeks.tsx'
import { useToday } from '../criteria/use-today.ts'

/** Target of links. */
export const trendId = 'open'

interface Props {
  search: DashboardSearch
  overview: SecurityMetrics['overview']
  onSearch: (patch: SearchPatch) => void
}

/** Security and its trend at the top of the dashboard. */
export function Trend({ search, overview, onSearch }: Props) {
  const { cache, ...criteria } = currentQuery(criteriaOf(search), useToday())
  const request = { ...criteria, ...(search.project !== undefined && { project: search.project }) }
  const found = useQuery({
    queryKey: ['metrics', 'trend', request, cache],
    queryFn: ({ signal }) => api.trends.security({ query: { ...request, cache: String(cache) } }, { signal }),
    placeholderData: keepPreviousData,
  })
  // Rendered in slices, between which the browser can respond.
  const data = useDeferredValue(found.data)
  const isBusy = found.isPlaceholderData || data !== found.data
  const isTable = search.tables ?? false
  const onTable = (shown: boolean) => onSearch({ tables: shown || undefined })
  return (
    <QueryView
      query={{ ...found, data }}
      skeleton={<Skeleton className="min-h-96" />}
      failed={messages.failed}
    >
      {(trend) => (
        <div aria-busy={isBusy} className={`grid gap-3 transition-opacity ${isBusy ? 'opacity-60' : ''}`}>
          <Counts trend={trend} overview={overview} search={search} />
          <div className="grid gap-3 xl:grid-cols-2">
            <TrendChart trend={trend} search={search} isTable={isTable} onTable={onTable} />
            <TrendWeeks weeks={trend.weeks} search={search} isTable={isTable} onTable={onTable} />
          </div>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-6">
            <TrendFigures trend={trend} search={search} />
            <Libyears overview={overview} search={search} />
            <Causes trend={trend} search={search} />
          </div>
        </div>
      )}
    </QueryView>
  )
}

interface CountsProps {
  trend: TrendData
  overview: SecurityMetrics['overview']
  search: DashboardSearch
}

function Counts({ trend, overview, search }: CountsProps) {
  const { projects, scoreChange } = trend.comparable
  // The lists show what is open now.
  const isNow = !isPast(trend, useToday())
  const date = trend.sortedDates.at(-1)
  return (
    <section
      id={trendId}
      aria-label={messages.title}
      className="rounded-card border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="m-0 text-xs font-medium text-soft">{messages.title}</h2>
        {date !== undefined && (
          <span className="text-xs text-soft">{messages.asOf(formatDays(date, date))}</span>
        )}
        {projects > 0 && (
          <span className="tabular text-xs text-soft">
            {messages.comparable(trend.comparable.change, projects)}
          </span>
        )}
      </div>
      <ul
        className="m-0 mt-1 grid list-none gap-x-4 gap-y-3 p-0"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(7rem, 1fr))' }}
      >
        {trend.severities.map(({ severity, open, comparableChange: change }) => (
          <li key={severity}>
            <OpenOf severity={severity} search={isNow ? search : null}>
              <Figure value={formatNumber(open)} />
              <Severity severity={severity} word={severityNames[severity]} />
            </OpenOf>
            {projects > 0 && (
              <Change text={messages.change(change)} isWorse={change > 0} isBetter={change < 0} />
            )}
          </li>
        ))}
        <AverageScore change={scoreChange} overview={overview} search={search} />
      </ul>
    </section>
  )
}

interface AverageScoreProps {
  /** null if it cannot be compared. */
  change: number | null
  overview: SecurityMetrics['overview']
  search: DashboardSearch
}

function AverageScore({ change, overview, search }: AverageScoreProps) {
  const average = averageScore(overview)
  return (
    <li>
      {average.score === null ? (
        <span className="text-xs text-soft">
          {average.rows === 0 ? messages.noScore : messages.notMeasured}
        </span>
      ) : (
        <>
          <Link
            to={paths.dashboard}
            search={{ ...search, sort: 'securityScore', direction: 'asc' }}
            hash={projectsId}
            className="block text-ink no-underline hover:text-accent"
          >
            <p className="m-0 mt-1 text-xl leading-tight tracking-tight [&_.tabular]:font-semibold">
              <Score score={average.score} messages={texts.risk} />
            </p>
            <span className="text-xs font-medium">{messages.score}</span>
          </Link>
          {change !== null && (
            <Change text={messages.scoreChange(change)} isWorse={change < 0} isBetter={change > 0} />
          )}
          {average.measuredRows < average.rows && (
            <span className="tabular block text-xs text-soft">
              {messages.measuredRows(average.measuredRows, average.rows)}
            </span>
          )}
        </>
      )}
    </li>
  )
}

interface OpenOfProps {
  severity: TrendData['severities'][number]['severity']
  /** null: without a link. */
  search: DashboardSearch | null
  children: ReactNode
}

/** To the list of these findings. */
function OpenOf({ severity, search, children }: OpenOfProps) {
  if (search === null) return children
  return (
    <Link
      to={paths.vulnerabilities}
      search={{ ...openIn(search), severity }}
      className="block text-ink no-underline hover:text-accent"
    >
      {children}
    </Link>
  )
}

function Change({ text, isWorse, isBetter }: { text: string; isWorse: boolean; isBetter: boolean }) {
  const color = isWorse ? 'text-danger' : isBetter ? 'text-safe' : 'text-soft'
  return <span className={`tabular block text-xs ${color}`}>{text}</span>
}

function TrendFigures({ trend, search }: { trend: TrendData; search: DashboardSearch }) {
  const { median, previousMedian } = trend.daysToFix
  const { medianDays } = trend.age
  const old = oldFindings(trend.age)
  const isEarlier = isPast(trend, useToday())
  return (
    <>
      <TrendFigure
        title={messages.daysToFix.title}
        value={
          median === null ? null : (
            <ListLink to={historyIn(search, { event: 'closed', causes: ['upgraded', 'removed'] })}>
              {messages.daysToFix.value(median)}
            </ListLink>
          )
        }
        hint={
          median === null
            ? messages.daysToFix.none
            : previousMedian === null
              ? null
              : messages.daysToFix.before(previousMedian)
        }
      />
      <TrendFigure
        title={isEarlier ? messages.age.today : messages.age.title}
        value={
          medianDays === null ? null : (
            <ListLink to={historyIn(search, { event: 'open' })}>{messages.age.value(medianDays)}</ListLink>
          )
        }
        hint={
          medianDays === null ? (
            messages.age.none
          ) : old.open > 0 ? (
            <ListLink to={historyIn(search, { event: 'open', minDays: old.fromDays })}>
              {messages.age.older(old.open, old.fromDays)}
            </ListLink>
          ) : (
            messages.age.noneOlder(old.fromDays)
          )
        }
      />
      <Overdue
        trend={trend}
        title={isEarlier ? messages.overdue.today : messages.overdue.title}
        search={search}
      />
    </>
  )
}

interface OverdueProps {
  trend: TrendData
  title: string
  search: DashboardSearch
}

function Overdue({ trend: { overdue, severities }, title, search }: OverdueProps) {
  const hasPermission = usePermission()
  const late = severities.filter((each) => (each.overdue ?? 0) > 0)
  if (overdue === null)
    return (
      <TrendFigure
        title={title}
        value={null}
        hint={
          <>
            <span className="block">{messages.overdue.noTargets}</span>
            {hasPermission('configuration.edit') && (
              <Link
                to={paths.settingsSection}
                params={{ section: 'account' }}
                className="text-accent underline"
              >
                {messages.overdue.set}
              </Link>
            )}
          </>
        }
      />
    )
  return (
    <TrendFigure
      title={title}
      value={
        <Link
          to={paths.overdue}
          search={chosenProjects(search)}
          className="flex items-center text-inherit no-underline hover:underline max-sm:min-h-11"
        >
          {formatNumber(overdue)}
        </Link>
      }
      isBad={overdue > 0}
      hint={
        overdue === 0 ? (
          messages.overdue.none
        ) : (
          <>
            {late.map(({ severity, overdue, targetDays }) => (
              <Link
                key={severity}
                to={paths.overdue}
                search={{
                  ...chosenProjects(search),
                  severity: ratedSeverities.find((each) => each === severity),
                }}
                className="flex items-center py-0.5 leading-5 text-inherit no-underline hover:underline max-sm:min-h-11"
              >
                {messages.overdue.by(overdue ?? 0, severityWords[severity], targetDays ?? 0)}
              </Link>
            ))}
          </>
        )
      }
    />
  )
}

type LibyearsProps = Pick<SecurityMetrics, 'overview'> & { search: DashboardSearch }

/** How far the components of all selected branches are behind the newest stable releases. */
function Libyears({ overview: { filteredOverview, ...all }, search }: LibyearsProps) {
  const { libyears, unknownReleases } = filteredOverview ?? all
  const texts = messages.libyears
  const hints = [texts.behind, ...(unknownReleases ? [texts.unknown(unknownReleases)] : [])]
  return (
    <TrendFigure
      title={texts.title}
      value={
        libyears === null ? null : (
          <Link
            to={paths.components}
            search={{ ...componentsIn(search), sort: 'libyears', direction: 'desc' }}
            className="flex items-center text-inherit no-underline hover:underline max-sm:min-h-11"
          >
            {texts.value(libyears)}
          </Link>
        )
      }
      hint={libyears === null ? texts.none : hints.join(', ')}
    />
  )
}

const componentsIn = ({ tags, teamUUID, groupUuid }: DashboardSearch) => ({
  ...(tags !== undefined && { tag: tags }),
  ...(teamUUID !== undefined && { team: teamUUID }),
  ...(groupUuid !== undefined && { groupUuid }),
})

interface TrendFigureProps {
  title: string
  value: ReactNode
  hint: ReactNode
  isBad?: boolean
}

/** A figure of the trend, with its explanation. */
function TrendFigure({ title, value, hint, isBad = false }: TrendFigureProps) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface px-4 py-3">
      <h2 className="m-0 text-xs font-medium text-soft">{title}</h2>
      {value !== null && (
        <p className={`tabular m-0 mt-1 text-lg font-semibold ${isBad ? 'text-danger' : ''}`}>{value}</p>
      )}
      {hint !== null && <p className="m-0 mt-1 text-xs text-soft">{hint}</p>}
    </section>
  )
}
