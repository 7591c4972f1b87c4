import { type Integration, integrations as calls } from '@assay/contract/integrations.ts'
import type { IntegrationDelivery } from '@assay/contract/integrations.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { language } from '../../../language/language.ts'
import { integrations } from '../../../messages/integrations.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { When } from '../../../ui/when.tsx'
import { type Column, ResourceTable } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

const messages = integrations.log
const shownAtFirst = 20
const shownAtMost = 200
const refreshMs = 3000

interface Props {
  integration: Integration
}

/** Sent and failed deliveries, with a retry button. */
export function DeliveryLog({ integration }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { pending, failed } = integration
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-medium">{messages.show(pending, failed)}</summary>
      {isOpen && <Deliveries integration={integration} />}
    </details>
  )
}

function Deliveries({ integration: { id, name } }: Props) {
  const params = { accountUuid: useUser().account.uuid, integration: id }
  const denialReason = useDenialReason()(calls.retry)
  const [limit, setLimit] = useState(shownAtFirst)
  const deliveries = useQuery({
    ...query(api.integrations.deliveries, { params, query: { limit: `${limit}`, language } }),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  })
  return (
    <div className="-mx-4 mt-3 overflow-x-auto">
      <ResourceTable
        label={messages.title(name)}
        query={{ ...deliveries, data: deliveries.data?.deliveries }}
        columns={columns}
        none={messages.none}
        actions={({ uuid: deliveryUuid, subject, state }) =>
          state !== 'failed'
            ? []
            : [
                {
                  text: messages.retry,
                  label: messages.retryOf(subject),
                  denialReason,
                  call: () => api.integrations.retry({ params: { ...params, deliveryUuid } }),
                },
              ]
        }
      />
      {deliveries.data?.nextAfter && limit < shownAtMost && (
        <div className="px-4 pt-3">
          <Button onPress={() => setLimit(shownAtMost)}>{messages.older}</Button>
        </div>
      )}
    </div>
  )
}

const columns: readonly Column<IntegrationDelivery>[] = [
  { title: messages.columns.subject, cell: ({ subject }) => subject },
  {
    title: messages.columns.state,
    cell: ({ state }) => (
      <Badge variant={messages.states[state].variant}>{messages.states[state].label}</Badge>
    ),
  },
  {
    title: messages.columns.result,
    style: 'min-w-48 whitespace-nowrap [overflow-wrap:anywhere]',
    cell: ({ result, state, notBefore }) => (
      <>
        {result}
        {state === 'waiting' && notBefore !== null && (
          <div className="text-soft">
            <When epochMs={notBefore} />
          </div>
        )}
      </>
    ),
  },
  { title: messages.columns.attempts, isNumber: true, cell: ({ attempts }) => attempts },
  { title: messages.columns.created, cell: ({ createdAt }) => <When epochMs={createdAt} /> },
]
