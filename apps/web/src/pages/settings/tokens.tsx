import { tokens } from '@assay/contract/accounts.ts'
import type { Output } from '@assay/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { settings } from '../../texts/settings.ts'
import { cellLook, rowLook } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ActButton } from './act-button.tsx'
import { Confirm } from './confirm.tsx'
import { ActsCell, Listing, NameCell } from './listing.tsx'
import { NewToken } from './new-token.tsx'
import { Part } from './part.tsx'
import { Secret } from './secret.tsx'
import { useRefusal } from './use-refusal.ts'
import { useUser } from './use-user.ts'

const words = settings.security.tokens
const { name, access, reach, lastUsed, expires } = words.columns
const columns = [name, access, reach, lastUsed, expires].map((title) => ({ title }))

type Token = Output<typeof tokens.list>[number]

export function Tokens() {
  const accountUuid = useUser().account.uuid
  const refusal = useRefusal()(tokens.create)
  const known = useQuery(query(api.tokens.list, { params: { accountUuid } }))
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  const [isMaking, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<Token | null>(null)
  return (
    <Part
      title={words.title}
      lead={words.lead}
      isFlush
      acts={
        <ActButton refusal={refusal} onPress={() => setMaking(true)}>
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
      <Listing label={words.title} query={known} columns={columns} none={words.none}>
        {(token) => <TokenRow key={token.uuid} token={token} onRevoke={() => setLeaving(token)} />}
      </Listing>
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

const TokenRow = ({ token, onRevoke }: { token: Token; onRevoke: () => void }) => (
  <tr className={rowLook}>
    <NameCell>{token.name}</NameCell>
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
    <ActsCell acts={[{ text: words.revoke, label: words.revokeOf(token.name), run: onRevoke }]} />
  </tr>
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
