import { accounts } from '@assay/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { account } from '../../../texts/account.ts'
import { When } from '../../../ui/when.tsx'
import { ActButton } from '../act-button.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { Secret } from '../secret.tsx'
import { useAct } from '../use-act.ts'
import { useRefusal } from '../use-refusal.ts'
import { useUser } from '../use-user.ts'

const words = account.support

export function SupportToken() {
  const params = { accountUuid: useUser().account.uuid }
  const refusal = useRefusal()(accounts.makeSupportToken)
  const [token, setToken] = useState<string | null>(null)
  const make = useAct<void>(async () => setToken((await api.accounts.makeSupportToken({ params })).token))
  return (
    <Part
      title={words.title}
      lead={words.lead}
      acts={
        <ActButton refusal={refusal} onPress={() => make.mutate()}>
          {words.make}
        </ActButton>
      }
    >
      {refusal === null ? <Validity /> : <p className="m-0 text-soft">{refusal}</p>}
      {token !== null && (
        <div className="mt-4">
          <Secret label={words.made} hint={words.hint} text={token} onClose={() => setToken(null)} />
        </div>
      )}
    </Part>
  )
}

function Validity() {
  const params = { accountUuid: useUser().account.uuid }
  const token = useQuery(query(api.accounts.supportToken, { params }))
  return (
    <Known query={token}>
      {({ expiresAt }) =>
        expiresAt === null ? (
          <p className="m-0 text-soft">{words.none}</p>
        ) : (
          <p className="m-0">
            {words.until} <When epochMs={expiresAt} isExact />
          </p>
        )
      }
    </Known>
  )
}
