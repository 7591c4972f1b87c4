import type { JiraIssue } from '@assay/contract/jira.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { ticket as messages } from '../../messages/ticket.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { usePermission } from '../use-permission.ts'

interface Props {
  projectUuid: string
  branch: string
  ecosystem: string
  /** As written in the inventory, or normalized. */
  packageName: string
}

/** Creates or links the Jira issue of an upgrade; nothing if Jira is not set up. */
export function TicketButton(props: Props) {
  const { state } = useSession()
  const may = usePermission()
  const account = state.status === 'member' ? state.user.account : null
  if (!account?.features.includes('jira') || !may('projects.read') || !may('reports.read')) return null
  return <Ticket {...props} accountUuid={account.uuid} canCreate={may('reports.edit')} />
}

function Ticket({ accountUuid, canCreate, ...upgrade }: Props & { accountUuid: string; canCreate: boolean }) {
  const { projectUuid, packageName } = upgrade
  const params = { accountUuid, projectUuid }
  const { data: config } = useQuery(query(api.jira.projectConfig, { params }))
  const isActive = config?.isActive ?? false
  const { data: issues } = useQuery({ ...query(api.jira.issues, { params }), enabled: isActive })
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: ({ branch, ecosystem }: Props) =>
      api.jira.createIssue({ params, body: { branch, ecosystem, packageName } }),
    onSuccess: ({ key }) => {
      showNotice(key === null ? messages.waiting : messages.created(key))
      return queries.invalidateQueries({ queryKey: query(api.jira.issues, { params }).queryKey })
    },
    onError: (error) => showAlert(messageOf(error)),
  })
  if (!isActive || !issues) return null
  const issue = issues.find((each) => isOf(each, upgrade))
  if (issue) return <Issue issue={issue} name={packageName} />
  if (!canCreate) return null
  return (
    <Button
      variant="quiet"
      aria-label={messages.createFor(packageName)}
      aria-disabled={create.isPending}
      onPress={() => !create.isPending && create.mutate(upgrade)}
    >
      {create.isPending ? messages.creating : messages.create}
    </Button>
  )
}

const isOf = (issue: JiraIssue, { branch, ecosystem, packageName }: Props): boolean =>
  issue.advisoryUuid === null &&
  issue.branch === branch &&
  issue.ecosystem === ecosystem &&
  issue.packageName.toLowerCase() === packageName.toLowerCase()

function Issue({ issue: { key, url, status }, name }: { issue: JiraIssue; name: string }) {
  if (key === null || url === null) return <span className="px-3 text-xs text-soft">{messages.queued}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={messages.openFor(key, name)}
      className="rounded-md px-3 py-1.5 text-sm font-medium text-accent hover:bg-hover"
    >
      {messages.open(key, status)}
    </a>
  )
}
