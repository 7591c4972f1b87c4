import type { Output } from '@assay/contract/endpoint.ts'
import type { tokens } from '@assay/contract/tokens.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { provisioning } from '../../../messages/sign-on.ts'
import { formatDate } from '../../../language/format.ts'
import { When } from '../../../ui/when.tsx'
import { ActionButton } from '../action-button.tsx'
import { ResourceSection } from '../resource-section.tsx'
import type { Column } from '../resource-table.tsx'
import { Secret } from '../secret.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'
import { useScimTokens } from './use-scim-tokens.ts'

const messages = provisioning.token

export function ScimTokens() {
  const params = { accountUuid: useUser().account.uuid }
  const { known, tokens: listed } = useScimTokens()
  const members = useQuery(query(api.members.list, { params }))
  const emailOf = (memberUuid: string) =>
    members.data?.find(({ uuid }) => uuid === memberUuid)?.email ?? messages.unknown
  const [made, setMade] = useState<string | null>(null)
  const make = useMutationWithToast(async () => {
    const { token } = await api.tokens.create({ params, body: { name: messages.name, access: 'scim' } })
    setMade(token)
  })
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      more={
        <ActionButton onPress={() => make.isPending || make.mutate(undefined)}>{messages.add}</ActionButton>
      }
      above={
        made !== null && (
          <div className="p-4">
            <Secret
              label={messages.made}
              hint={messages.shownOnce}
              text={made}
              onClose={() => setMade(null)}
            />
          </div>
        )
      }
      query={{ ...known, data: known.data && listed }}
      columns={columnsOf(emailOf)}
      none={messages.none}
      actions={({ uuid: tokenUuid, createdAt }) => [
        {
          text: messages.revoke,
          label: messages.revokeOf(formatDate(createdAt)),
          confirm: {
            title: messages.revokeTitle,
            text: messages.revokeText,
            submit: messages.revoke,
            action: () => api.tokens.revoke({ params: { ...params, tokenUuid } }),
          },
        },
      ]}
    />
  )
}

const columnsOf = (
  emailOf: (memberUuid: string) => string,
): readonly Column<Output<typeof tokens.list>[number]>[] => [
  { title: messages.columns.made, cell: ({ createdAt }) => <When epochMs={createdAt} /> },
  { title: messages.columns.member, cell: ({ memberUuid }) => emailOf(memberUuid) },
  {
    title: messages.columns.lastUsed,
    cell: ({ lastUsedAt }) => <When epochMs={lastUsedAt} otherwise={messages.neverUsed} />,
  },
]
