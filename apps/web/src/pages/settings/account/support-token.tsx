import { accounts } from '@assay/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { account } from '../../../messages/account.ts'
import { When } from '../../../ui/when.tsx'
import { ActionButton } from '../action-button.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { Secret } from '../secret.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useRefusal } from '../use-refusal.ts'
import { useUser } from '../use-user.ts'

const messages = account.support

export function SupportToken() {
  const params = { accountUuid: useUser().account.uuid }
  const refusal = useRefusal()(accounts.makeSupportToken)
  const [token, setToken] = useState<string | null>(null)
  const make = useMutationWithToast<void>(async () =>
    setToken((await api.accounts.makeSupportToken({ params })).token),
  )
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      actions={
        <ActionButton refusal={refusal} onPress={() => make.mutate()}>
          {messages.make}
        </ActionButton>
      }
    >
      {refusal === null ? <Validity /> : <p className="m-0 text-soft">{refusal}</p>}
      {token !== null && (
        <div className="mt-4">
          <Secret label={messages.made} hint={messages.hint} text={token} onClose={() => setToken(null)} />
        </div>
      )}
    </Section>
  )
}

function Validity() {
  const params = { accountUuid: useUser().account.uuid }
  const token = useQuery(query(api.accounts.supportToken, { params }))
  return (
    <SettingsQuery query={token}>
      {({ expiresAt }) =>
        expiresAt === null ? (
          <p className="m-0 text-soft">{messages.none}</p>
        ) : (
          <p className="m-0">
            {messages.until} <When epochMs={expiresAt} isExact />
          </p>
        )
      }
    </SettingsQuery>
  )
}
