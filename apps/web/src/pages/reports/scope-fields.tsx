import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { reports } from '../../messages/reports.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { type ScopeKind, scopeKinds, type ReportRequest } from './model.ts'

const messages = reports.form

interface Props extends Pick<ReportRequest, 'kind' | 'chosen'> {
  onChange: (patch: Partial<ReportRequest>) => void
}

/** The subject of a report. */
export function ScopeFields({ kind, chosen, onChange }: Props) {
  return (
    <>
      <SelectField
        label={messages.scope}
        value={kind}
        options={scopeKinds.map((value) => ({ value, label: messages.scopes[value] }))}
        onChange={(value) =>
          onChange({ kind: scopeKinds.find((each) => each === value) ?? kind, chosen: '' })
        }
      />
      {kind !== 'account' && <Chosen kind={kind} chosen={chosen} onChange={onChange} />}
    </>
  )
}

function Chosen({ kind, chosen, onChange }: Props & { kind: Exclude<ScopeKind, 'account'> }) {
  const options = useOptions(kind)
  return (
    <SelectField
      label={messages[kind]}
      value={chosen}
      options={[{ value: '', label: messages.choose }, ...options]}
      onChange={(value) => onChange({ chosen: value })}
    />
  )
}

/** Available teams, tags or projects. */
function useOptions(kind: ScopeKind): { value: string; label: string }[] {
  const { state } = useSession()
  const params = { accountUuid: state.status === 'member' ? state.user.account.uuid : '' }
  const teams = useQuery({ ...query(api.accounts.teams, { params }), enabled: kind === 'team' })
  const tags = useQuery({ ...query(api.tags.list, {}), enabled: kind === 'tag' })
  const projects = useQuery({ ...query(api.projects.list, { params }), enabled: kind === 'project' })
  if (kind === 'team') return (teams.data ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))
  if (kind === 'tag') return (tags.data ?? []).map(({ name }) => ({ value: name, label: name }))
  return (projects.data ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))
}
