import type { Finding } from '@assay/contract/findings.ts'
import type { SecurityScoring } from '@assay/engine/vocabulary.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { usePercentile } from '../../../widgets/findings/percentile.tsx'
import { coverage } from '../../../messages/coverage.ts'
import { report } from '../../../messages/report.ts'
import { score as messages } from '../../../messages/score.ts'
import { ListSkeleton } from '../../../widgets/lists/list-skeleton.tsx'
import { EmptyState } from '../../../widgets/notices/empty-state.tsx'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { forbidden, type TabProps } from '../report/props.ts'
import { PackageParts } from './package-parts.tsx'
import { scoreParts } from './score-model.ts'
import { SeverityParts } from './severity-parts.tsx'

/** Why the security score is what it is: its parts, and what would change it. */
export function ScoreTab(props: TabProps) {
  const { project, scan } = props.overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const findings = useQuery(query(api.scans.findings, of))
  if (!scan.measured.security)
    return <EmptyState title={coverage.notMeasured} hint={coverage.whyNot.security} />
  if (scan.securityScoring === null)
    return <EmptyState title={messages.unknown} hint={report.securityHint.unknown} />
  const scoring = scan.securityScoring
  return (
    <QueryView
      query={findings}
      skeleton={<ListSkeleton row="h-9.25" />}
      failed={report.failed}
      forbidden={forbidden}
    >
      {(known) => <Parts {...props} findings={known} scoring={scoring} />}
    </QueryView>
  )
}

interface PartsProps extends TabProps {
  findings: Finding[]
  scoring: SecurityScoring
}

function Parts({ findings, scoring, overview, search, onSearch }: PartsProps) {
  const parts = useMemo(() => scoreParts(findings, scoring), [findings, scoring])
  const { security } = overview.scan
  return (
    <section aria-label={messages.title(security)} className="grid grid-cols-1 gap-5">
      <div className="grid gap-1">
        <h2 className="m-0 text-base font-semibold">{messages.title(security)}</h2>
        <p className="tabular m-0">{messages.sum[scoring](parts.penalty, parts.score)}</p>
        <p className="m-0 text-soft">{report.securityHint[scoring]}</p>
        <PercentileText score={security} />
        {parts.score !== security && <p className="m-0 text-soft">{messages.decidedSince(security)}</p>}
      </div>
      {parts.severities.length === 0 ? (
        <EmptyState title={messages.nothing} hint={messages.nothingHint} />
      ) : (
        <>
          <SeverityParts parts={parts} scoring={scoring} onSearch={onSearch} search={search} />
          <PackageParts parts={parts} score={parts.score} onSearch={onSearch} search={search} />
        </>
      )}
      <p className="m-0 text-soft">{messages.others}</p>
    </section>
  )
}

function PercentileText({ score }: { score: number }) {
  const percentile = usePercentile(score)
  return percentile !== null && <p className="m-0">{messages.percentile(percentile)}</p>
}
