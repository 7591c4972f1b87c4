import type { tokens } from '@assay/contract/accounts.ts'
import type { Output } from '@assay/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { useMay } from '../../parts/use-may.ts'
import { settings } from '../../texts/settings.ts'
import { cellLook, Header, rowLook, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ActButton } from './act-button.tsx'
import { ActsCell, ActsHeader } from './acts-column.tsx'
import { Confirm } from './confirm.tsx'
import { Known } from './known.tsx'
import { NewToken } from './new-token.tsx'
import { Part } from './part.tsx'
import { Secret } from './secret.tsx'
import { useUser } from './use-user.ts'

const words = settings.security.tokens

type Token = Output<typeof tokens.list>[number]

export function Tokens() {
  const accountUuid = useUser().account.uuid
  const may = useMay()
  const tokens = useQuery(query(api.tokens.list, { params: { accountUuid } }))
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  const [isMaking, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<Token | null>(null)
  return (
    <Part
      title={words.title}
      lead={words.lead}
      isFlush
      acts={
        <ActButton
          refusal={may('tokens.create-self') ? null : settings.notAllowed}
          onPress={() => setMaking(true)}
        >
          {words.add}
        </ActButton>
      }
    >
      {made && (
        <div className="p-4">
          <Secret
            label={words.made(made.name)}
            hint={words.shownOnce}
            text={made.token}
            onClose={() => setMade(null)}
          />
        </div>
      )}
      <Known query={tokens}>
        {(list) =>
          list.length === 0 ? (
            <p className="m-0 p-4 text-soft">{words.none}</p>
          ) : (
            <TokenTable tokens={list} onRevoke={setLeaving} />
          )
        }
      </Known>
      {isMaking && <NewToken onMade={setMade} onClose={() => setMaking(false)} />}
      {leaving && (
        <Confirm
          title={words.revokeTitle(leaving.name)}
          text={words.revokeText}
          submit={words.revoke}
          act={() => api.tokens.revoke({ params: { accountUuid, tokenUuid: leaving.uuid } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Part>
  )
}

interface TableProps {
  tokens: readonly Token[]
  onRevoke: (token: Token) => void
}

const TokenTable = ({ tokens, onRevoke }: TableProps) => (
  <Table label={words.title}>
    <thead>
      <tr className="border-b border-line">
        <Header title={words.columns.name} />
        <Header title={words.columns.access} />
        <Header title={words.columns.reach} />
        <Header title={words.columns.lastUsed} />
        <Header title={words.columns.expires} />
        <ActsHeader />
      </tr>
    </thead>
    <tbody>
      {tokens.map((token) => (
        <tr key={token.uuid} className={rowLook}>
          <th scope="row" className={`${cellLook} text-left font-medium`}>
            {token.name}
          </th>
          <td className={cellLook}>{words.access[token.access].name}</td>
          <td className={cellLook}>
            <Reach {...token} />
          </td>
          <td className={cellLook}>
            <Moment at={token.lastUsedAt} otherwise={words.neverUsed} />
          </td>
          <td className={cellLook}>
            <Moment at={token.expiresAt} otherwise={words.neverExpires} />
          </td>
          <ActsCell>
            <ActButton look="quiet" label={words.revokeOf(token.name)} onPress={() => onRevoke(token)}>
              {words.revoke}
            </ActButton>
          </ActsCell>
        </tr>
      ))}
    </tbody>
  </Table>
)

/** Whose it is, where one sees those of others, and the one team or project that it is for. */
function Reach({ memberUuid, teamUuid, projectUuid }: Token) {
  const user = useUser()
  const params = { accountUuid: user.account.uuid }
  const members = useQuery({
    ...query(api.members.list, { params }),
    enabled: memberUuid !== user.id,
  })
  const teams = useQuery({ ...query(api.teams.list, {}), enabled: teamUuid !== null })
  const projects = useQuery({ ...query(api.projects.list, { params }), enabled: projectUuid !== null })
  const named = (list: readonly { uuid: string; name: string }[] | undefined, uuid: string) =>
    list?.find((each) => each.uuid === uuid)?.name ?? words.unknown
  const parts = [
    memberUuid === user.id
      ? words.yours
      : (members.data?.find(({ uuid }) => uuid === memberUuid)?.email ?? words.unknown),
    ...(teamUuid === null ? [] : [words.ofTeam(named(teams.data, teamUuid))]),
    ...(projectUuid === null ? [] : [words.ofProject(named(projects.data, projectUuid))]),
  ]
  return parts.join(' · ')
}

const Moment = ({ at, otherwise }: { at: number | null; otherwise: string }) =>
  at === null ? <span className="text-soft">{otherwise}</span> : <When epochMs={at} />
