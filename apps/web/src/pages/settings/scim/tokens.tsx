import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { provisioning } from '../../../texts/sign-on.ts'
import { formatDate } from '../../../ui/format.ts'
import { cellLook, Header, rowLook, Table } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ActButton } from '../act-button.tsx'
import { ActsCell, ActsHeader } from '../acts-column.tsx'
import { Confirm } from '../confirm.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { Secret } from '../secret.tsx'
import { useAct } from '../use-act.ts'
import { useUser } from '../use-user.ts'
import { useScimTokens } from './use-scim-tokens.ts'

const words = provisioning.token

export function ScimTokens() {
  const params = { accountUuid: useUser().account.uuid }
  const { known, tokens } = useScimTokens()
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
      <Known query={known}>
        {() =>
          tokens.length === 0 ? (
            <p className="m-0 p-4 text-soft">{words.none}</p>
          ) : (
            <TokenTable tokens={tokens} onRevoke={setLeaving} />
          )
        }
      </Known>
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

interface TableProps {
  tokens: ReturnType<typeof useScimTokens>['tokens']
  onRevoke: (tokenUuid: string) => void
}

function TokenTable({ tokens, onRevoke }: TableProps) {
  const params = { accountUuid: useUser().account.uuid }
  const members = useQuery(query(api.members.list, { params }))
  const emailOf = (memberUuid: string) =>
    members.data?.find(({ uuid }) => uuid === memberUuid)?.email ?? words.unknown
  return (
    <Table label={words.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={words.columns.made} />
          <Header title={words.columns.member} />
          <Header title={words.columns.lastUsed} />
          <ActsHeader />
        </tr>
      </thead>
      <tbody>
        {tokens.map(({ uuid, createdAt, memberUuid, lastUsedAt }) => (
          <tr key={uuid} className={rowLook}>
            <th scope="row" className={`${cellLook} text-left font-medium`}>
              <When epochMs={createdAt} />
            </th>
            <td className={cellLook}>{emailOf(memberUuid)}</td>
            <td className={cellLook}>
              {lastUsedAt === null ? (
                <span className="text-soft">{words.neverUsed}</span>
              ) : (
                <When epochMs={lastUsedAt} />
              )}
            </td>
            <ActsCell>
              <ActButton
                look="quiet"
                label={words.revokeOf(formatDate(createdAt))}
                onPress={() => onRevoke(uuid)}
              >
                {words.revoke}
              </ActButton>
            </ActsCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
