import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import { lazy, Suspense } from 'react'
import { loadPart } from '../../api/outage.ts'
import { FixFirst } from './trend/fix-first.tsx'
import type { DashboardSearch, SearchPatch } from './criteria/search.ts'
import { Sentence } from './trend/sentence.tsx'
import { Trend } from './trend/trend.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { AdvisoryNotice } from '../../widgets/notices/advisory-notice.tsx'
import { advisoryData } from '../../messages/advisory-data.ts'

interface Props {
  search: DashboardSearch
  metrics: SecurityMetrics
  onSearch: (patch: SearchPatch) => void
  onFiles: (files: File[]) => void
}

// Loaded only once.
const GettingStarted = lazy(() =>
  loadPart(async () => ({ default: (await import('./start/getting-started.tsx')).GettingStarted })),
)

/** The top of the dashboard: security, trend and next fixes. Loaded lazily as one chunk. */
export function Top({ search, metrics, onSearch, onFiles }: Props) {
  const isEmpty = metrics.totalRows === 0
  return (
    <>
      <AdvisoryState isEmpty={isEmpty} />
      {isEmpty ? (
        <Suspense>
          <GettingStarted onFiles={onFiles} />
        </Suspense>
      ) : (
        <>
          <Sentence search={search} />
          <Trend overview={metrics.overview} search={search} onSearch={onSearch} />
          <FixFirst search={search} />
        </>
      )}
    </>
  )
}

/** Lists ecosystems in use whose advisory data is missing or outdated. */
function AdvisoryState({ isEmpty }: { isEmpty: boolean }) {
  const { data } = useQuery(query(api.advisoryDatabases.list, {}))
  if (!data) return null
  const inUse = data.filter(({ isInUse }) => isInUse)
  // One synced ecosystem is enough to start with.
  const isNew = inUse.length === 0 && isEmpty && data.every(({ state }) => state !== 'current')
  return <AdvisoryNotice data={isNew ? data : inUse} effect={advisoryData.effect} />
}
