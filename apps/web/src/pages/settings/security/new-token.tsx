import { dayMs } from '@assay/engine/time.ts'
import { tokens } from '@assay/contract/tokens.ts'
import { tokenAccesses } from '@assay/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { optionOf, optionsOf } from '../../../widgets/forms/fields.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { settings } from '../../../messages/settings.ts'
import { usePermission } from '../../../widgets/use-permission.ts'
import { useUser } from '../use-user.ts'

const messages = settings.security.tokens

const lifetimes = ['30', '7', '90', '365', 'never'] as const
const chosen = z.string().optional()
const schema = tokens.create.body
  .pick({ name: true, access: true })
  .extend({ days: z.enum(lifetimes), memberUuid: chosen, teamUuid: chosen, projectUuid: chosen })

interface Props {
  onMade: (made: { name: string; token: string }) => void
  onClose: () => void
}

export function NewToken({ onMade, onClose }: Props) {
  const accountUuid = useUser().account.uuid
  // A retry after a lost response returns the same token.
  const [openedAt] = useState(() => Date.now())
  const make = async ({ days, name, access, ...limits }: z.input<typeof schema>) => {
    const body = {
      name,
      access,
      ...(days !== 'never' && { expiresAt: openedAt + Number(days) * dayMs }),
      ...Object.fromEntries(Object.entries(limits).filter(([, uuid]) => uuid !== '')),
    }
    onMade(await api.tokens.create({ params: { accountUuid }, body }))
  }
  return (
    <FormDialog
      title={messages.add}
      schema={schema}
      fields={{
        name: { label: messages.columns.name, hint: messages.nameHint },
        access: {
          label: messages.columns.access,
          options: optionsOf(tokenAccesses, (value) => messages.access[value].label),
        },
        days: {
          label: messages.columns.expires,
          options: optionsOf(lifetimes, (value) => messages.lifetimes[value]),
        },
        memberUuid: useOwners(),
        ...useLimits(),
      }}
      values={{ access: 'read' }}
      submit={messages.make}
      action={make}
      onClose={onClose}
    />
  )
}

/** Only with permission to create tokens of others. */
function useOwners() {
  const { id, account } = useUser()
  const canChoose = usePermission()('tokens.create-any')
  const members = useQuery({
    ...query(api.members.list, { params: { accountUuid: account.uuid } }),
    enabled: canChoose,
  })
  const others = (members.data ?? []).filter(({ uuid, status }) => uuid !== id && status === 'Active')
  if (!canChoose || others.length === 0) return undefined
  const options = others.map(({ uuid, email }) => ({ value: uuid, label: email }))
  return { label: messages.owner, options: [{ value: '', label: messages.yourself }, ...options] }
}

function useLimits() {
  const { uuid: accountUuid, features } = useUser().account
  const hasTeams = features.includes('teams')
  const teams = useQuery({ ...query(api.teams.list, {}), enabled: hasTeams })
  const projects = useQuery(query(api.projects.list, { params: { accountUuid } }))
  // The account's own uuid is the built-in team Everyone.
  const own = (teams.data ?? []).filter(({ uuid }) => uuid !== accountUuid)
  const anyTeam = { value: '', label: messages.anyTeam }
  const anyProject = { value: '', label: messages.anyProject }
  return {
    ...(hasTeams && { teamUuid: { label: messages.team, options: [anyTeam, ...own.map(optionOf)] } }),
    projectUuid: { label: messages.project, options: [anyProject, ...(projects.data ?? []).map(optionOf)] },
  }
}
