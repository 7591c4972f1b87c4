import { dayMs } from '@assay/engine/time.ts'
import type { Posture } from '@assay/contract/trends.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { posture as messages } from '../../../messages/posture.ts'
import { paths } from '../../../paths.ts'
import { currentQuery, lastDays } from '../criteria/criteria-model.ts'
import { chosenProjects, criteriaOf, type DashboardSearch, openIn } from '../criteria/search.ts'
import { useToday } from '../criteria/use-today.ts'
import { trendId } from './trend.tsx'

/** Where the selected projects stand today, in one sentence. Each number is a link to the list that it counts. */
export function Sentence({ search }: { search: DashboardSearch }) {
  const chosen = chosenProjects(search)
  const { data } = useQuery({
    ...query(api.trends.posture, { query: { ...chosen, days: String(useWindowDays(search)) } }),
    placeholderData: keepPreviousData,
  })
  // Keeps its line free, so that nothing below moves.
  if (!data) return <p className="m-0 min-h-7" />
  return (
    <p aria-label={messages.title} role="group" className="tabular m-0 text-base leading-7 text-soft">
      <Parts posture={data} search={search} />.
    </p>
  )
}

const usualDays = 30

/** The change is that of the charts below, if their window ends today. */
function useWindowDays(search: DashboardSearch): number {
  const today = useToday()
  const { startDate, endDate } = currentQuery(criteriaOf(search), today)
  if (endDate !== lastDays(1, today).endDate) return usualDays
  return Math.min(365, Math.max(1, (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1))
}

const link = 'text-ink underline decoration-line underline-offset-4 hover:decoration-accent'

function Parts({ posture, search }: { posture: Posture; search: DashboardSearch }) {
  const chosen = chosenProjects(search)
  const { belowPolicy, projects, knownExploited, overdue, comparable } = posture
  const today = useToday()
  return (
    <>
      <Link to={paths.projects} search={belowPolicyIn(search)} className={link}>
        {messages.belowPolicy(belowPolicy, projects)}
      </Link>
      {', '}
      {knownExploited === null ? (
        <Link to={paths.status} className={link}>
          {messages.exploitedUnknown}
        </Link>
      ) : (
        <Link to={paths.vulnerabilities} search={{ ...openIn(search), exploited: 'only' }} className={link}>
          {messages.knownExploited(knownExploited)}
        </Link>
      )}
      {overdue !== null && (
        <>
          {', '}
          <Link to={paths.overdue} search={chosen} className={link}>
            {messages.overdue(overdue)}
          </Link>
        </>
      )}
      {comparable.projects > 0 && (
        <>
          {'; '}
          <Link
            to={paths.dashboard}
            search={{ ...search, ...lastDays(comparable.days, today) }}
            hash={trendId}
            className={link}
          >
            {messages.change(comparable.change, comparable.days)}
          </Link>
        </>
      )}
    </>
  )
}

function belowPolicyIn({ branches, tags, teamUUID, groupUuid, project }: DashboardSearch) {
  return {
    policy: 'below',
    ...(branches !== undefined && { branches }),
    ...(tags !== undefined && { tags }),
    ...(teamUUID !== undefined && { teamUUID }),
    ...(groupUuid !== undefined && { groupUuid }),
    ...(project !== undefined && { project }),
  }
}
