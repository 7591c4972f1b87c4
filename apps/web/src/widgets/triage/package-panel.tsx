import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { severityNames } from '../../messages/severity.ts'
import { triage as messages } from '../../messages/triage.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Severity } from '../../ui/severity.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { QueryView } from '../notices/query-view.tsx'
import { TriageButton } from './triage-button.tsx'
import { useAccountUuid } from './use-triage.ts'

export interface PackageOfProject {
  projectUuid: string
  ecosystem: string
  package: string
}

interface Props {
  of: PackageOfProject
  onClose: () => void
}

const states = 'open,in-triage,fix-planned,accepted,snoozed,false-positive,not-affected'
/** The most that a page has. */
const limit = '200'

/** The findings of a package in a project, in any state but fixed, each with its own panel. */
export const PackagePanel = ({ of, onClose }: Props) => (
  <Dialog
    title={messages.packagePanel(of.package)}
    isOpen
    isSide
    onOpenChange={(isOpen) => !isOpen && onClose()}
  >
    <Content of={of} />
  </Dialog>
)

function Content({ of }: Pick<Props, 'of'>) {
  const params = { accountUuid: useAccountUuid() }
  const found = useQuery(query(api.triage.list, { params, query: { ...of, state: states, limit } }))
  return (
    <QueryView
      query={found}
      skeleton={<Spinner label={messages.findings.list} />}
      failed={messages.findings.failedList}
    >
      {({ findings }) =>
        findings.length === 0 ? (
          <p className="m-0 text-soft">{messages.findings.none}</p>
        ) : (
          <ul aria-label={messages.findings.list} className="m-0 grid list-none gap-3 p-0">
            {findings.map(({ advisoryUuid, displayId, severity, state }) => (
              <li key={advisoryUuid} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
                <Severity severity={severity} word={severityNames[severity]} />
                <span className="min-w-40 flex-1 font-medium">{displayId}</span>
                <TriageButton
                  finding={{ ...of, advisoryUuid }}
                  displayId={displayId}
                  label={messages.states[state]}
                />
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}
