import { supportTokenName, tokens } from '@assay/contract/tokens.ts'
import type { Output } from '@assay/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { settings } from '../../../messages/settings.ts'
import { When } from '../../../ui/when.tsx'
import type { Column } from '../resource-table.tsx'
import { NewToken } from './new-token.tsx'
import { RenameToken } from './rename-token.tsx'
import { Secret } from '../secret.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import type { SectionProps } from '../search.ts'
import { ResourceSection } from '../resource-section.tsx'

const messages = settings.security.tokens
type Token = Output<typeof tokens.list>[number]

const { name, access, reach, lastUsed, expires } = messages.columns
const columns: readonly Column<Token>[] = [
  { title: name, cell: (token) => token.name },
  { title: access, cell: (token) => messages.access[token.access].name },
  { title: reach, cell: (token) => <Visibility {...token} /> },
  { title: lastUsed, cell: ({ lastUsedAt }) => <When epochMs={lastUsedAt} otherwise={messages.neverUsed} /> },
  { title: expires, cell: ({ expiresAt }) => <When epochMs={expiresAt} otherwise={messages.neverExpires} /> },
]

export function Tokens(props: SectionProps) {
  const accountUuid = useUser().account.uuid
  const denialReason = useDenialReason()(tokens.create)
  const tokensQuery = useQuery(query(api.tokens.list, { params: { accountUuid } }))
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{
        label: messages.add,
        denialReason,
        renderDialog: (onClose) => <NewToken onMade={setMade} onClose={onClose} />,
      }}
      above={
        made && (
          <div className="p-4">
            <Secret
              label={messages.made(made.name)}
              hint={messages.shownOnce}
              text={made.token}
              onClose={() => setMade(null)}
            />
          </div>
        )
      }
      query={tokensQuery}
      columns={columns}
      none={messages.none}
      find={{ ...props, textOf: ({ name, access }) => `${name} ${messages.access[access].name}` }}
      actions={(token) => [
        // The support token is identified by its name.
        ...(token.name === supportTokenName
          ? []
          : [
              {
                text: messages.rename,
                label: messages.renameOf(token.name),
                renderDialog: (onClose: () => void) => <RenameToken token={token} onClose={onClose} />,
              },
            ]),
        {
          text: messages.revoke,
          label: messages.revokeOf(token.name),
          confirm: {
            title: messages.revokeTitle(token.name),
            text: messages.revokeText,
            submit: messages.revoke,
            action: () => api.tokens.revoke({ params: { accountUuid, tokenUuid: token.uuid } }),
          },
        },
      ]}
    />
  )
}

/** The owner, if tokens of others are visible, and the team or project it is limited to. */
function Visibility({ memberUuid, teamUuid, projectUuid }: Token) {
  const user = useUser()
  const params = { accountUuid: user.account.uuid }
  const members = useQuery({
    ...query(api.members.list, { params }),
    enabled: memberUuid !== user.id,
  })
  const teams = useQuery({ ...query(api.teams.list, {}), enabled: teamUuid !== null })
  const projects = useQuery({ ...query(api.projects.list, { params }), enabled: projectUuid !== null })
  const named = (list: readonly { uuid: string; name: string }[] | undefined, uuid: string) =>
    list?.find((each) => each.uuid === uuid)?.name ?? messages.unknown
  const parts = [
    memberUuid === user.id
      ? messages.yours
      : (members.data?.find(({ uuid }) => uuid === memberUuid)?.email ?? messages.unknown),
    ...(teamUuid === null ? [] : [messages.ofTeam(named(teams.data, teamUuid))]),
    ...(projectUuid === null ? [] : [messages.ofProject(named(projects.data, projectUuid))]),
  ]
  return parts.join(' · ')
}
