import type { AccountSummary } from '@assay/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { accounts as messages } from '../../../messages/accounts.ts'
import { settings } from '../../../messages/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../widgets/notices/empty-state.tsx'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { ResourceTable } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { Secret } from '../secret.tsx'
import { useUser } from '../use-user.ts'
import { AccountRow, type Action } from './account-row.tsx'
import { EditAccount } from './edit-account.tsx'
import { EditQuotas } from './edit-quotas.tsx'
import { type CreatedAccount, NewAccount } from './new-account.tsx'

const { name, email, plan, features, status } = messages.columns
const columns = [
  { title: name },
  { title: email },
  { title: plan },
  { title: features, isNumber: true },
  { title: status },
]

/** All accounts of the installation, for its operator. */
export function Accounts() {
  const { account } = useUser()
  return account.operator && account.admin ? (
    <AllAccounts />
  ) : (
    <EmptyState title={settings.forbidden.title} hint={messages.onlyOperator} />
  )
}

function AllAccounts() {
  const accountsQuery = useQuery(query(api.accounts.list, {}))
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<CreatedAccount | null>(null)
  const [pending, setPending] = useState<{ action: Action; account: AccountSummary } | null>(null)
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      isFlush
      actions={
        <ActionButton variant="primary" denialReason={null} onPress={() => setMaking(true)}>
          {messages.add}
        </ActionButton>
      }
    >
      {made && <Made {...made} onClose={() => setMade(null)} />}
      <ResourceTable label={messages.title} query={accountsQuery} columns={columns}>
        {(each) => (
          <AccountRow
            key={each.uuid}
            account={each}
            onAsk={(action) => setPending({ action, account: each })}
          />
        )}
      </ResourceTable>
      {isMaking && <NewAccount onMade={setMade} onClose={() => setMaking(false)} />}
      {pending && <ActionDialog {...pending} onClose={() => setPending(null)} />}
    </Section>
  )
}

const Made = ({ name, invitationUrl, onClose }: CreatedAccount & { onClose: () => void }) => (
  <div className="p-4">
    {invitationUrl === null ? (
      <p role="status" className="m-0 flex flex-wrap items-center gap-x-4 gap-y-2">
        {messages.created(name)} {messages.mailed}
        <Button variant="quiet" onPress={onClose}>
          OK
        </Button>
      </p>
    ) : (
      <Secret
        label={messages.created(name)}
        hint={messages.shareLink}
        text={invitationUrl}
        onClose={onClose}
      />
    )}
  </div>
)

interface ActionDialogProps {
  action: Action
  account: AccountSummary
  onClose: () => void
}

function ActionDialog({ action, account, onClose }: ActionDialogProps) {
  const params = { accountUuid: account.uuid }
  if (action === 'edit') return <EditAccount account={account} onClose={onClose} />
  if (action === 'quotas') return <EditQuotas account={account} onClose={onClose} />
  const call = {
    close: () => api.accounts.activate({ params, query: { active: 'false' } }),
    remove: () => api.accounts.remove({ params, query: { check: account.name } }),
  }
  return (
    <Confirm
      title={messages[`${action}Title`](account.name)}
      text={messages[`${action}Text`]}
      name={account.name}
      submit={messages[action]}
      action={call[action]}
      onClose={onClose}
    />
  )
}
