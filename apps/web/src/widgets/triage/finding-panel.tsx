import type { FindingRef } from '@assay/contract/triage.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { severityNames } from '../../messages/severity.ts'
import { triage as messages } from '../../messages/triage.ts'
import { vulnerability } from '../../messages/vulnerability.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Severity } from '../../ui/severity.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { QueryView } from '../notices/query-view.tsx'
import { usePermission } from '../use-permission.ts'
import { DecisionFacts } from './decision-facts.tsx'
import { Discussion } from './discussion.tsx'
import { FindingFields } from './finding-fields.tsx'
import { History } from './history.tsx'
import { SsvcTrees } from './ssvc-trees.tsx'
import { type FindingDetails, useAccountUuid } from './use-triage.ts'

interface Props {
  finding: FindingRef
  /** The id that is shown of the advisory. */
  displayId: string
  onClose: () => void
}

/** State, assignee, due date, discussion and history of a finding, wherever it stands. */
export const FindingPanel = ({ finding, displayId, onClose }: Props) => (
  <Dialog
    title={messages.panel(displayId, finding.package)}
    isOpen
    isSide
    onOpenChange={(isOpen) => !isOpen && onClose()}
  >
    <Content finding={finding} />
  </Dialog>
)

function Content({ finding }: Pick<Props, 'finding'>) {
  const params = { accountUuid: useAccountUuid() }
  const found = useQuery(query(api.triage.read, { params, query: finding }))
  const hasPermission = usePermission()
  const canEdit = hasPermission('reports.edit')
  return (
    <QueryView
      query={found}
      skeleton={<Spinner label={messages.state} />}
      failed={messages.failed}
      missing={<p className="m-0 text-soft">{messages.missing}</p>}
    >
      {(details) => (
        <div className="grid gap-5">
          <Facts details={details} />
          <FindingFields details={details} finding={finding} canEdit={canEdit} />
          <DecisionFacts details={details} />
          <Discussion details={details} finding={finding} canEdit={canEdit} />
          <SsvcTrees ssvc={details.ssvc} />
          <History details={details} />
        </div>
      )}
    </QueryView>
  )
}

const Facts = ({ details }: { details: FindingDetails }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
    <Severity severity={details.severity} word={severityNames[details.severity]} />
    {details.isKnownExploited && (
      <>
        <Badge variant="bad">{messages.exploited}</Badge>
        <span>{vulnerability.exploitedBy(details.exploitedBy)}</span>
      </>
    )}
    <span className="text-soft">
      {details.fixedVersions.length > 0
        ? `${messages.fixedIn} ${details.fixedVersions.join(', ')}`
        : messages.noFix}
    </span>
    <Link
      to={paths.projects}
      search={{ pid: details.projectUuid, branch: details.branch }}
      preload={false}
      className="inline-block min-h-6 text-accent underline"
    >
      {details.projectName}
    </Link>
    <Link
      to={paths.vulnerabilities}
      search={{ id: details.cve ?? details.advisoryUuid }}
      preload={false}
      className="inline-block min-h-6 text-accent underline"
    >
      {messages.viewAdvisory}
    </Link>
  </div>
)
