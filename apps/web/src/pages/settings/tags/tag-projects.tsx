import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { Form } from '../../../widgets/form.tsx'
import { settings } from '../../../messages/settings.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FilterField } from '../../../ui/filter-field.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
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
  const save = useSaving((projects: string[]) =>
    api.tags.update({ params: { tagUuid: tag.uuid }, body: { projects } }),
  )
  const choose = (uuid: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(uuid)
    else next.delete(uuid)
    setChosen(next)
  }
  return (
    <Dialog title={messages.assignOf(tag.name)} isOpen onOpenChange={onClose}>
      <Form
        schema={z.object({})}
        submit={messages.save}
        action={async () => {
          await save([...chosen])
          onClose()
        }}
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
      </Form>
    </Dialog>
  )
}
