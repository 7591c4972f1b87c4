import type { Ticket } from '@assay/contract/tickets.ts'
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

interface Tracker {
  id: string
  name: string
}

const trackersKeptMs = 60_000

/** Creates or links the issues of an upgrade, one per connected service; nothing if there is none. */
export function TicketButton(props: Props) {
  const { state } = useSession()
  const hasPermission = usePermission()
  if (state.status !== 'member' || !hasPermission('projects.read') || !hasPermission('reports.read'))
    return null
  return (
    <Tickets {...props} accountUuid={state.user.account.uuid} canCreate={hasPermission('reports.edit')} />
  )
}

function Tickets({
  accountUuid,
  canCreate,
  ...upgrade
}: Props & { accountUuid: string; canCreate: boolean }) {
  const { projectUuid, packageName } = upgrade
  // Requested once for the account: most have no tracker, and a list may have many projects.
  const { data: connected } = useQuery({
    ...query(api.tickets.trackers, { params: { accountUuid } }),
    staleTime: trackersKeptMs,
  })
  const { data } = useQuery({
    ...query(api.tickets.list, { params: { accountUuid, projectUuid } }),
    enabled: (connected?.trackers.length ?? 0) > 0,
  })
  return data?.trackers.map((tracker) => {
    const ticket = data.tickets.find((each) => each.tracker === tracker.id && isOf(each, upgrade))
    if (ticket) return <Issue key={tracker.id} ticket={ticket} service={tracker.name} name={packageName} />
    return canCreate && <Create key={tracker.id} {...upgrade} accountUuid={accountUuid} tracker={tracker} />
  })
}

function Create({
  accountUuid,
  tracker,
  projectUuid,
  packageName,
  branch,
  ecosystem,
}: Props & { accountUuid: string; tracker: Tracker }) {
  const params = { accountUuid, projectUuid }
  const { id, name: service } = tracker
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: () => api.tickets.create({ params, body: { tracker: id, branch, ecosystem, packageName } }),
    onSuccess: ({ key }) => {
      showNotice(key === null ? messages.waiting(service) : messages.created(service, key))
      return queries.invalidateQueries({ queryKey: query(api.tickets.list, { params }).queryKey })
    },
    onError: (error) => showAlert(messageOf(error)),
  })
  return (
    <Button
      variant="quiet"
      aria-label={messages.createFor(service, packageName)}
      aria-disabled={create.isPending}
      onPress={() => !create.isPending && create.mutate()}
    >
      {create.isPending ? messages.creating : messages.create(service)}
    </Button>
  )
}

const isOf = (ticket: Ticket, { branch, ecosystem, packageName }: Props): boolean =>
  ticket.advisoryUuid === null &&
  ticket.branch === branch &&
  ticket.ecosystem === ecosystem &&
  ticket.packageName.toLowerCase() === packageName.toLowerCase()

function Issue({
  ticket: { key, url, status },
  service,
  name,
}: {
  ticket: Ticket
  service: string
  name: string
}) {
  if (key === null || url === null)
    return <span className="px-3 text-xs text-soft">{messages.queued(service)}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={messages.openFor(service, key, name)}
      className="rounded-md px-3 py-1.5 text-sm font-medium text-accent hover:bg-hover"
    >
      {messages.open(key, status)}
    </a>
  )
}
