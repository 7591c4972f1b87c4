import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { provisioning } from '../../../messages/sign-on.ts'
import { formatDate } from '../../../language/format.ts'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { ActionsCell, ResourceTable, NameCell } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { Secret } from '../secret.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'
import { useScimTokens } from './use-scim-tokens.ts'

const messages = provisioning.token
const { made, member, lastUsed } = messages.columns
const columns = [made, member, lastUsed].map((title) => ({ title }))

export function ScimTokens() {
  const params = { accountUuid: useUser().account.uuid }
  const { known, tokens } = useScimTokens()
  const members = useQuery(query(api.members.list, { params }))
  const emailOf = (memberUuid: string) =>
    members.data?.find(({ uuid }) => uuid === memberUuid)?.email ?? messages.unknown
  const [made, setMade] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<string | null>(null)
  const make = useMutationWithToast(async () => {
    const { token } = await api.tokens.create({ params, body: { name: messages.name, access: 'scim' } })
    setMade(token)
  })
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      isFlush
      actions={
        <ActionButton onPress={() => make.isPending || make.mutate(undefined)}>{messages.add}</ActionButton>
      }
    >
      {made !== null && (
        <div className="p-4">
          <Secret label={messages.made} hint={messages.shownOnce} text={made} onClose={() => setMade(null)} />
        </div>
      )}
      <ResourceTable
        label={messages.title}
        query={{ ...known, data: known.data && tokens }}
        columns={columns}
        none={messages.none}
      >
        {({ uuid, createdAt, memberUuid, lastUsedAt }) => (
          <tr key={uuid} className={rowStyle}>
            <NameCell>
              <When epochMs={createdAt} />
            </NameCell>
            <td className={cellStyle}>{emailOf(memberUuid)}</td>
            <td className={cellStyle}>
              <When epochMs={lastUsedAt} otherwise={messages.neverUsed} />
            </td>
            <ActionsCell
              actions={[
                {
                  text: messages.revoke,
                  label: messages.revokeOf(formatDate(createdAt)),
                  run: () => setLeaving(uuid),
                },
              ]}
            />
          </tr>
        )}
      </ResourceTable>
      {leaving !== null && (
        <Confirm
          title={messages.revokeTitle}
          text={messages.revokeText}
          submit={messages.revoke}
          action={() => api.tokens.revoke({ params: { ...params, tokenUuid: leaving } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
  )
}
