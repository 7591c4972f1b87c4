import { dayMs } from '@assay/engine/time.ts'
import { tokens } from '@assay/contract/tokens.ts'
import { type TokenAccess, tokenAccesses } from '@assay/contract/permissions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { Form } from '../../../widgets/forms/form.tsx'
import { settings } from '../../../messages/settings.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { usePermission } from '../../../widgets/use-permission.ts'
import { useUser } from '../use-user.ts'

const messages = settings.security.tokens

const lifetimes = ['30', '7', '90', '365', 'never'] as const
const schema = tokens.create.body.pick({ name: true })

interface Props {
  onMade: (made: { name: string; token: string }) => void
  onClose: () => void
}

export function NewToken({ onMade, onClose }: Props) {
  const accountUuid = useUser().account.uuid
  const queries = useQueryClient()
  const [access, setAccess] = useState<TokenAccess>('read')
  const [days, setDays] = useState<string>('30')
  const [teamUuid, setTeam] = useState('')
  const [projectUuid, setProject] = useState('')
  const [memberUuid, setMember] = useState('')
  // A retry after a lost response returns the same token.
  const [openedAt] = useState(() => Date.now())

  const make = async ({ name }: { name: string }) => {
    const limits = {
      ...(days !== 'never' && { expiresAt: openedAt + Number(days) * dayMs }),
      ...(teamUuid !== '' && { teamUuid }),
      ...(projectUuid !== '' && { projectUuid }),
      ...(memberUuid !== '' && { memberUuid }),
    }
    onMade(await api.tokens.create({ params: { accountUuid }, body: { name, access, ...limits } }))
    onClose()
    await queries.invalidateQueries()
  }
  return (
    <Dialog title={messages.add} isOpen onOpenChange={onClose}>
      <Form schema={schema} submit={messages.make} action={make}>
        {(errors) => (
          <>
            <TextField
              label={messages.columns.name}
              hint={messages.nameHint}
              name="name"
              autoComplete="off"
              error={errors.name}
              isRequired
            />
            <SelectField
              label={messages.columns.access}
              value={access}
              options={tokenAccesses.map((value) => ({ value, label: messages.access[value].label }))}
              onChange={(value) => setAccess(tokenAccesses.find((each) => each === value) ?? 'read')}
            />
            <SelectField
              label={messages.columns.expires}
              value={days}
              options={lifetimes.map((value) => ({ value, label: messages.lifetimes[value] }))}
              onChange={setDays}
            />
            <Owner memberUuid={memberUuid} onChange={setMember} />
            <Limits teamUuid={teamUuid} projectUuid={projectUuid} onTeam={setTeam} onProject={setProject} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** Only with permission to create tokens of others. */
function Owner({ memberUuid, onChange }: { memberUuid: string; onChange: (uuid: string) => void }) {
  const { id, account } = useUser()
  const canChoose = usePermission()('tokens.create-any')
  const members = useQuery({
    ...query(api.members.list, { params: { accountUuid: account.uuid } }),
    enabled: canChoose,
  })
  const others = (members.data ?? []).filter(({ uuid, status }) => uuid !== id && status === 'Active')
  if (!canChoose || others.length === 0) return null
  return (
    <SelectField
      label={messages.owner}
      value={memberUuid}
      options={[
        { value: '', label: messages.yourself },
        ...others.map(({ uuid, email }) => ({ value: uuid, label: email })),
      ]}
      onChange={onChange}
    />
  )
}

interface LimitsProps {
  teamUuid: string
  projectUuid: string
  onTeam: (uuid: string) => void
  onProject: (uuid: string) => void
}

function Limits({ teamUuid, projectUuid, onTeam, onProject }: LimitsProps) {
  const { uuid: accountUuid, features } = useUser().account
  const hasTeams = features.includes('teams')
  const teams = useQuery({ ...query(api.teams.list, {}), enabled: hasTeams })
  const projects = useQuery(query(api.projects.list, { params: { accountUuid } }))
  // The account's own uuid is the built-in team Everyone.
  const own = (teams.data ?? []).filter(({ uuid }) => uuid !== accountUuid)
  return (
    <>
      {hasTeams && (
        <SelectField
          label={messages.team}
          value={teamUuid}
          options={[{ value: '', label: messages.anyTeam }, ...own.map(optionOf)]}
          onChange={onTeam}
        />
      )}
      <SelectField
        label={messages.project}
        value={projectUuid}
        options={[{ value: '', label: messages.anyProject }, ...(projects.data ?? []).map(optionOf)]}
        onChange={onProject}
      />
    </>
  )
}

const optionOf = ({ uuid, name }: { uuid: string; name: string }) => ({ value: uuid, label: name })
