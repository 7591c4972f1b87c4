import { tokens } from '@assay/contract/accounts.ts'
import { type TokenAccess, tokenAccesses } from '@assay/contract/permissions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { Form } from '../../parts/form.tsx'
import { settings } from '../../texts/settings.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useUser } from './use-user.ts'

const words = settings.security.tokens

const dayMs = 86_400_000
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

  const make = async ({ name }: { name: string }) => {
    const limits = {
      ...(days !== 'never' && { expiresAt: Date.now() + Number(days) * dayMs }),
      ...(teamUuid !== '' && { teamUuid }),
      ...(projectUuid !== '' && { projectUuid }),
    }
    onMade(await api.tokens.create({ params: { accountUuid }, body: { name, access, ...limits } }))
    onClose()
    await queries.invalidateQueries()
  }
  return (
    <Dialog title={words.add} isOpen onOpenChange={onClose}>
      <Form schema={schema} submit={words.make} act={make}>
        {(errors) => (
          <>
            <TextField
              label={words.columns.name}
              hint={words.nameHint}
              name="name"
              autoComplete="off"
              error={errors.name}
              isRequired
            />
            <SelectField
              label={words.columns.access}
              value={access}
              options={tokenAccesses.map((value) => ({ value, label: words.access[value].label }))}
              onChange={(value) => setAccess(tokenAccesses.find((each) => each === value) ?? 'read')}
            />
            <SelectField
              label={words.columns.expires}
              value={days}
              options={lifetimes.map((value) => ({ value, label: words.lifetimes[value] }))}
              onChange={setDays}
            />
            <Limits {...{ teamUuid, projectUuid }} onTeam={setTeam} onProject={setProject} />
          </>
        )}
      </Form>
    </Dialog>
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
  // The account's own uuid is the built-in team of all.
  const own = (teams.data ?? []).filter(({ uuid }) => uuid !== accountUuid)
  return (
    <>
      {hasTeams && (
        <SelectField
          label={words.team}
          value={teamUuid}
          options={[{ value: '', label: words.anyTeam }, ...own.map(optionOf)]}
          onChange={onTeam}
        />
      )}
      <SelectField
        label={words.project}
        value={projectUuid}
        options={[{ value: '', label: words.anyProject }, ...(projects.data ?? []).map(optionOf)]}
        onChange={onProject}
      />
    </>
  )
}

const optionOf = ({ uuid, name }: { uuid: string; name: string }) => ({ value: uuid, label: name })
