import { ApiError } from '@assay/sdk/api-error.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { notifications } from '../../../messages/notifications.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FilterField } from '../../../ui/filter-field.tsx'
import { useUser } from '../use-user.ts'

const messages = notifications.rules.form
/** Matches shown below the search field. */
const maxMatches = 8

interface Props {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Chooses projects by search, because an account may have thousands. */
export function RuleProjects({ chosen, onChange }: Props) {
  const [text, setText] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const found = useFound(text)
  const choose = (uuid: string, name: string, isChosen: boolean) => {
    setNames((known) => new Map(known).set(uuid, name))
    onChange(isChosen ? [...chosen, uuid] : chosen.filter((each) => each !== uuid))
  }
  const matches = found?.items.filter(({ uuid }) => !chosen.includes(uuid)) ?? []
  const listed = [...chosen.map((uuid) => ({ uuid, name: names.get(uuid) })), ...matches]
  return (
    <fieldset className="m-0 grid gap-1 border-0 p-0">
      <legend className="mb-1 p-0 text-xs font-medium text-soft">{messages.projects}</legend>
      <FilterField label={messages.searchProjects} value={text} onChange={setText} width="full" />
      <p className="m-0 text-xs text-soft" aria-live="polite">
        {found ? messages.foundProjects(found.total, maxMatches) : messages.projectsHint}
      </p>
      {listed.map(({ uuid, name }) => (
        <Project
          key={uuid}
          uuid={uuid}
          name={name}
          isChosen={chosen.includes(uuid)}
          onChange={(shown, isChosen) => choose(uuid, shown, isChosen)}
        />
      ))}
    </fieldset>
  )
}

function useFound(text: string) {
  const params = { accountUuid: useUser().account.uuid }
  const request = { params, query: { text: text.trim(), limit: maxMatches } }
  const found = useQuery({
    ...query(api.projects.page, request),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  })
  return text.trim() === '' ? undefined : found.data
}

interface ProjectProps {
  uuid: string
  /** undefined for one that was chosen earlier: its name is looked up. */
  name: string | undefined
  isChosen: boolean
  onChange: (name: string, isChosen: boolean) => void
}

function Project({ uuid, name, isChosen, onChange }: ProjectProps) {
  const { data, error } = useQuery({
    ...query(api.projects.get, { params: { projectUuid: uuid } }),
    enabled: name === undefined,
  })
  const isGone = error instanceof ApiError && error.status === 404
  const shown = name ?? data?.name ?? (isGone ? messages.deletedProject : uuid)
  return <Checkbox label={shown} isChecked={isChosen} onChange={(is) => onChange(shown, is)} />
}
