import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { lists as messages } from '../../messages/lists.ts'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { ecosystemChoices } from './ecosystem-options.ts'
import type { Account } from './list-page.tsx'
import { useGroupOptions } from '../groups/use-group-options.ts'
import { usePermission } from '../use-permission.ts'

interface GroupProps {
  groupUuid: string | undefined
  onChange: (patch: { groupUuid?: string | undefined }) => void
}

interface Props {
  account: Account
  team: string | undefined
  tag: string | undefined
  groupUuid: string | undefined
  onChange: (patch: {
    team?: string | undefined
    tag?: string | undefined
    groupUuid?: string | undefined
  }) => void
}

/** Group, team and tag filters, if the account has any. */
export function ProjectSelects({ account, team, tag, groupUuid, onChange }: Props) {
  const hasPermission = usePermission()
  const params = { accountUuid: account.uuid }
  const teams = useQuery({
    ...query(api.accounts.teams, { params }),
    enabled: account.features.includes('teams') && hasPermission('teams.read'),
  })
  const tags = useQuery({ ...query(api.tags.list, {}), enabled: hasPermission('tags.read') })
  const named = [...new Set([...(tags.data ?? []).map(({ name }) => name), ...(tag ? [tag] : [])])]
  return (
    <>
      <GroupFilter groupUuid={groupUuid} onChange={onChange} />
      {((teams.data?.length ?? 0) > 0 || team !== undefined) && (
        <CompactSelect
          label={messages.team}
          value={team ?? ''}
          options={[
            { value: '', label: messages.allTeams },
            ...(teams.data ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
          ]}
          onChange={(value) => onChange({ team: value || undefined })}
        />
      )}
      {named.length > 0 && (
        <CompactSelect
          label={messages.tag}
          value={tag ?? ''}
          options={[
            { value: '', label: messages.anyTag },
            ...named.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(value) => onChange({ tag: value || undefined })}
        />
      )}
    </>
  )
}

export function GroupFilter({ groupUuid, onChange }: GroupProps) {
  const options = useGroupOptions()
  if (options.length === 0 && groupUuid === undefined) return null
  return (
    <CompactSelect
      label={messages.group}
      value={groupUuid ?? ''}
      options={[{ value: '', label: messages.allGroups }, ...options]}
      onChange={(value) => onChange({ groupUuid: value || undefined })}
    />
  )
}

interface EcosystemProps {
  value: string | undefined
  /** Ecosystems of the shown rows. */
  loaded: readonly (string | null)[]
  /** Whether unknown ecosystems can be selected. */
  hasOther?: boolean
  onChange: (value: string) => void
}

/** Ecosystems with advisories, those in the list, and the one in the URL. */
export function EcosystemSelect({ value, loaded, hasOther = false, onChange }: EcosystemProps) {
  const databases = useQuery({ ...query(api.advisoryDatabases.list, {}), staleTime: 60_000 })
  const stored = (databases.data ?? []).map(({ id }) => id)
  const choices = ecosystemChoices([...stored, ...loaded.flatMap((each) => each ?? [])], value ?? '')
  return (
    <CompactSelect
      label={messages.ecosystem}
      value={value ?? ''}
      options={[
        { value: '', label: messages.anyEcosystem },
        ...choices,
        ...(hasOther ? [{ value: 'other', label: messages.otherEcosystem }] : []),
      ]}
      onChange={onChange}
    />
  )
}
