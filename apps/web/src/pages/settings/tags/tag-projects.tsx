import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { settings } from '../../../messages/settings.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FilterField } from '../../../ui/filter-field.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useUser } from '../use-user.ts'

const messages = settings.tags

interface Props {
  tag: { uuid: string; name: string; projects: readonly string[] }
  onClose: () => void
}

/** The projects of a tag. */
export function TagProjects({ tag, onClose }: Props) {
  const accountUuid = useUser().account.uuid
  const projects = useQuery(query(api.projects.list, { params: { accountUuid } }))
  const [chosen, setChosen] = useState(new Set(tag.projects))
  const [text, setText] = useState('')
  const choose = (uuid: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(uuid)
    else next.delete(uuid)
    setChosen(next)
  }
  return (
    <FormDialog
      title={messages.assignOf(tag.name)}
      schema={z.object({})}
      submit={messages.save}
      action={() => api.tags.update({ params: { tagUuid: tag.uuid }, body: { projects: [...chosen] } })}
      onClose={onClose}
    >
      {() => (
        <>
          <FilterField label={messages.filter} value={text} onChange={setText} />
          <SettingsQuery query={projects}>
            {(list) => (
              <div
                role="group"
                aria-label={messages.columns.projects}
                className="grid max-h-[40dvh] gap-1 overflow-y-auto p-1"
              >
                {list.length === 0 && <p className="m-0 text-soft">{messages.noProjects}</p>}
                {list
                  .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
                  .map(({ uuid, name }) => (
                    <Checkbox
                      key={uuid}
                      label={name}
                      isChecked={chosen.has(uuid)}
                      onChange={(isChosen) => choose(uuid, isChosen)}
                    />
                  ))}
              </div>
            )}
          </SettingsQuery>
        </>
      )}
    </FormDialog>
  )
}
