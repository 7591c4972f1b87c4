import { accounts } from '@assay/contract/accounts.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useSession } from '../../../api/session.tsx'
import { account as texts } from '../../../texts/account.ts'
import { ActButton } from '../act-button.tsx'
import { Confirm } from '../confirm.tsx'
import { Part } from '../part.tsx'
import { useRefusal } from '../use-refusal.ts'
import { useUser } from '../use-user.ts'

const words = texts.end
const acts = ['close', 'remove'] as const

export function EndAccount() {
  const { account } = useUser()
  const { logOut } = useSession()
  const refusal = useRefusal()(accounts.remove)
  const [asked, setAsked] = useState<(typeof acts)[number] | null>(null)
  const params = { accountUuid: account.uuid }
  const act = {
    close: () => api.accounts.activate({ params, query: { active: 'false' } }),
    remove: () => api.accounts.remove({ params, query: { check: account.name } }),
  }
  return (
    <Part title={words.title}>
      <div className="grid gap-4">
        {acts.map((each) => (
          <div key={each} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="m-0 mr-auto max-w-prose">{words[`${each}Hint`]}</p>
            <ActButton look="danger" refusal={refusal} onPress={() => setAsked(each)}>
              {words[each]}
            </ActButton>
          </div>
        ))}
      </div>
      {asked && (
        <Confirm
          title={words[`${asked}Title`](account.name)}
          text={words[`${asked}Hint`]}
          name={account.name}
          submit={words[asked]}
          act={async () => {
            await act[asked]()
            logOut()
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Part>
  )
}
