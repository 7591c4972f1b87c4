import { accounts } from '@assay/contract/accounts.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useSession } from '../../../api/session.tsx'
import { account as texts } from '../../../messages/account.ts'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

const messages = texts.end
const actions = ['close', 'remove'] as const

export function EndAccount() {
  const { account } = useUser()
  const { logOut } = useSession()
  const denialReason = useDenialReason()(accounts.remove)
  const [pending, setPending] = useState<(typeof actions)[number] | null>(null)
  const params = { accountUuid: account.uuid }
  const action = {
    close: () => api.accounts.activate({ params, query: { active: 'false' } }),
    remove: () => api.accounts.remove({ params, query: { check: account.name } }),
  }
  return (
    <Section title={messages.title}>
      <div className="grid gap-4">
        {actions.map((each) => (
          <div key={each} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="m-0 mr-auto max-w-prose">{messages[`${each}Hint`]}</p>
            <ActionButton variant="danger" denialReason={denialReason} onPress={() => setPending(each)}>
              {messages[each]}
            </ActionButton>
          </div>
        ))}
      </div>
      {pending && (
        <Confirm
          title={messages[`${pending}Title`](account.name)}
          text={messages[`${pending}Hint`]}
          name={account.name}
          submit={messages[pending]}
          action={async () => {
            await action[pending]()
            logOut()
          }}
          onClose={() => setPending(null)}
        />
      )}
    </Section>
  )
}
