import type { Case } from '@assay/contract/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { cases as messages } from '../../messages/cases.ts'
import { severityNames } from '../../messages/severity.ts'
import { paths } from '../../paths.ts'
import { Severity } from '../../ui/severity.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PageTitle } from '../../widgets/lists/page-title.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { useTitle } from '../../widgets/use-title.ts'
import { AffectedTable } from './affected-table.tsx'
import { CaseActions } from './case-actions.tsx'
import { Deadlines } from './deadlines.tsx'
import { Drafts } from './drafts.tsx'
import { CaseFacts } from './case-facts.tsx'
import { TimeLine } from './time-line.tsx'

/** One case: what is due and who has it, what is affected, what to report, and what was decided when. */
export function CasePage() {
  const { caseUuid } = useParams({ from: paths.case })
  return (
    <MembersOnly>
      <Loaded caseUuid={caseUuid} />
    </MembersOnly>
  )
}

function Loaded({ caseUuid }: { caseUuid: string }) {
  const found = useQuery(query(api.cases.get, { params: { caseUuid } }))
  useTitle(found.data?.displayId ?? messages.title)
  return (
    <QueryView
      query={found}
      skeleton={<PageSkeleton />}
      failed={messages.failedCase}
      forbidden={{ ...messages.forbidden, isPage: true }}
      missing={<EmptyState title={messages.missing} hint={messages.missingHint} isPage />}
    >
      {(known) => <Shown known={known} />}
    </QueryView>
  )
}

function Shown({ known }: { known: Case }) {
  const canEdit = usePermission()('reports.edit')
  const props = { known, canEdit }
  return (
    <>
      <nav aria-label={messages.title} className="mb-1 text-xs text-soft print:hidden">
        <Link to={paths.cases} data-target className="underline">
          {messages.title}
        </Link>
      </nav>
      <PageTitle title={known.displayId} lead={known.summary} actions={<CaseActions {...props} />} />
      <p className="m-0 mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Severity severity={known.severity} word={severityNames[known.severity]} />
        <State known={known} />
        <Link
          to={paths.vulnerabilities}
          search={{ id: known.advisoryUuid }}
          data-target
          className="text-accent"
        >
          {messages.seeAdvisory}
        </Link>
      </p>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="grid min-w-0 content-start gap-4">
          <Deadlines {...props} />
          <AffectedTable {...props} />
          <Drafts {...props} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <CaseFacts {...props} />
          <TimeLine {...props} />
        </div>
      </div>
    </>
  )
}

const State = ({ known: { state, closedAt, closeReason } }: { known: Case }) =>
  closedAt === null || closeReason === null ? (
    <span className="font-medium">{messages.states[state]}</span>
  ) : (
    <span>{messages.closedOn(closedAt, messages.reasons[closeReason])}</span>
  )

const PageSkeleton = () => (
  <div className="grid gap-4" aria-busy>
    <Skeleton className="h-7 w-60 max-w-full" />
    <div className="grid gap-4 xl:grid-cols-[5fr_3fr]">
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  </div>
)
