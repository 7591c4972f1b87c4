import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { provisioning } from '../../../texts/sign-on.ts'
import { formatDate } from '../../../ui/format.ts'
import { cellLook, rowLook } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ActButton } from '../act-button.tsx'
import { Confirm } from '../confirm.tsx'
import { ActsCell, Listing, NameCell } from '../listing.tsx'
import { Part } from '../part.tsx'
import { Secret } from '../secret.tsx'
import { useAct } from '../use-act.ts'
import { useUser } from '../use-user.ts'
import { useScimTokens } from './use-scim-tokens.ts'

const words = provisioning.token
const { made, member, lastUsed } = words.columns
const columns = [made, member, lastUsed].map((title) => ({ title }))

export function ScimTokens() {
  const params = { accountUuid: useUser().account.uuid }
  const { known, tokens } = useScimTokens()
  const members = useQuery(query(api.members.list, { params }))
  const emailOf = (memberUuid: string) =>
    members.data?.find(({ uuid }) => uuid === memberUuid)?.email ?? words.unknown
  const [made, setMade] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<string | null>(null)
  const make = useAct(async () => {
    const { token } = await api.tokens.create({ params, body: { name: words.name, access: 'scim' } })
    setMade(token)
  })
  return (
    <Part
      title={words.title}
      lead={words.lead}
      isFlush
      acts={<ActButton onPress={() => make.isPending || make.mutate(undefined)}>{words.add}</ActButton>}
    >
      {made !== null && (
        <div className="p-4">
          <Secret label={words.made} hint={words.shownOnce} text={made} onClose={() => setMade(null)} />
        </div>
      )}
      <Listing
        label={words.title}
        query={{ ...known, data: known.data && tokens }}
        columns={columns}
        none={words.none}
      >
        {({ uuid, createdAt, memberUuid, lastUsedAt }) => (
          <tr key={uuid} className={rowLook}>
            <NameCell>
              <When epochMs={createdAt} />
            </NameCell>
            <td className={cellLook}>{emailOf(memberUuid)}</td>
            <td className={cellLook}>
              {lastUsedAt === null ? (
                <span className="text-soft">{words.neverUsed}</span>
              ) : (
                <When epochMs={lastUsedAt} />
              )}
            </td>
            <ActsCell
              acts={[
                {
                  ...{ text: words.revoke, label: words.revokeOf(formatDate(createdAt)) },
                  run: () => setLeaving(uuid),
                },
              ]}
            />
          </tr>
        )}
      </Listing>
      {leaving !== null && (
        <Confirm
          title={words.revokeTitle}
          text={words.revokeText}
          submit={words.revoke}
          act={() => api.tokens.revoke({ params: { ...params, tokenUuid: leaving } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Part>
  )
}
