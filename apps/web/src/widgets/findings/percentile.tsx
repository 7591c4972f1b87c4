import { percentileOf } from '@assay/engine/scoring/security-score.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { score as messages } from '../../messages/score.ts'
import { usePermission } from '../use-permission.ts'

/** A score among those of all projects that the member sees; absent until they are known. */
export function usePercentile(score: number): number | null {
  const hasPermission = usePermission()
  const { data } = useQuery({
    ...query(api.trends.scores, { query: {} }),
    enabled: hasPermission('insights.read'),
    staleTime: 60_000,
  })
  return data ? percentileOf(data.counts, score) : null
}

/** Beside a score in a list. */
export function Percentile({ score }: { score: number }) {
  const percentile = usePercentile(score)
  if (percentile === null) return null
  return (
    <span title={messages.percentile(percentile)} className="text-xs font-normal whitespace-nowrap text-soft">
      {messages.above(percentile)}
    </span>
  )
}
