import { accounts } from '@assay/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { account } from '../../../messages/account.ts'
import { CopyButton } from '../../../widgets/copy-button.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionButton } from '../action-button.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { Secret } from '../secret.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

const messages = account.support

export function SupportToken() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReasonOf = useDenialReason()
  const denialReason = denialReasonOf(accounts.makeSupportToken)
  const sight = denialReasonOf(accounts.supportToken)
  const [token, setToken] = useState<string | null>(null)
  const make = useMutationWithToast<void>(async () =>
    setToken((await api.accounts.makeSupportToken({ params })).token),
  )
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      actions={
        <ActionButton denialReason={denialReason} onPress={() => make.mutate()}>
          {messages.make}
        </ActionButton>
      }
    >
      {sight === null ? <Validity isJustMade={token !== null} /> : <p className="m-0 text-soft">{sight}</p>}
      {token !== null && (
        <div className="mt-4">
          <Secret label={messages.made} hint={messages.hint} text={token} onClose={() => setToken(null)} />
        </div>
      )}
    </Section>
  )
}

function Validity({ isJustMade }: { isJustMade: boolean }) {
  const params = { accountUuid: useUser().account.uuid }
  const token = useQuery(query(api.accounts.supportToken, { params }))
  return (
    <SettingsQuery query={token}>
      {({ expiresAt, token: text }) =>
        expiresAt === null ? (
          <p className="m-0 text-soft">{messages.none}</p>
        ) : (
          <div className="grid gap-2">
            <p className="m-0">
              {messages.until} <When epochMs={expiresAt} isExact />
            </p>
            {!isJustMade && <Text text={text} />}
          </div>
        )
      }
    </SettingsQuery>
  )
}

const Text = ({ text }: { text: string | null }) =>
  text === null ? (
    <p className="m-0 text-soft">{messages.onlyAdministrators}</p>
  ) : (
    <div role="group" aria-label={messages.title} className="flex flex-wrap items-center gap-2">
      <code
        tabIndex={0}
        className="min-w-0 rounded-md bg-hover p-2 text-sm select-all [overflow-wrap:anywhere]"
      >
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  )
