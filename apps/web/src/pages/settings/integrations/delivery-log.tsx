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
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionsCell, NameCell, ResourceTable } from '../resource-table.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
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
  const [limit, setLimit] = useState(shownAtFirst)
  const deliveries = useQuery({
    ...query(api.integrations.deliveries, { params, query: { limit: `${limit}`, language } }),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  })
  const { subject, state, result, attempts, created } = messages.columns
  return (
    <div className="-mx-4 mt-3 overflow-x-auto">
      <ResourceTable
        label={messages.title(name)}
        query={{ ...deliveries, data: deliveries.data?.deliveries }}
        columns={[
          { title: subject },
          { title: state },
          { title: result },
          { title: attempts, isNumber: true },
          { title: created },
        ]}
        none={messages.none}
      >
        {(delivery) => <Row key={delivery.uuid} params={params} delivery={delivery} />}
      </ResourceTable>
      {deliveries.data?.nextAfter && limit < shownAtMost && (
        <div className="px-4 pt-3">
          <Button onPress={() => setLimit(shownAtMost)}>{messages.older}</Button>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  params: { accountUuid: string; integration: string }
  delivery: IntegrationDelivery
}

function Row({
  params,
  delivery: { uuid, subject, state, result, attempts, createdAt, notBefore },
}: RowProps) {
  const denialReason = useDenialReason()(calls.retry)
  const retry = useMutationWithToast<void>(() =>
    api.integrations.retry({ params: { ...params, deliveryUuid: uuid } }),
  )
  const { label, variant } = messages.states[state]
  const actions =
    state === 'failed'
      ? [{ text: messages.retry, label: messages.retryOf(subject), denialReason, run: () => retry.mutate() }]
      : []
  return (
    <tr className={rowStyle}>
      <NameCell>{subject}</NameCell>
      <td className={cellStyle}>
        <Badge variant={variant}>{label}</Badge>
      </td>
      <td className={`${cellStyle} min-w-48 [overflow-wrap:anywhere]`}>
        {result}
        {state === 'waiting' && notBefore !== null && (
          <div className="text-soft">
            <When epochMs={notBefore} />
          </div>
        )}
      </td>
      <td className={`${cellStyle} text-right`}>{attempts}</td>
      <td className={cellStyle}>
        <When epochMs={createdAt} />
      </td>
      <ActionsCell actions={actions} />
    </tr>
  )
}
