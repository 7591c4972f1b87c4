import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { Form } from '../../parts/form.tsx'
import { settings } from '../../texts/settings.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { Known } from './known.tsx'
import { useSaving } from './use-act.ts'
import { useUser } from './use-user.ts'

const words = settings.tags

interface Props {
  tag: { uuid: string; name: string; projects: readonly string[] }
  onClose: () => void
}

/** Which projects have a tag. */
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
    <Dialog title={words.assignOf(tag.name)} isOpen onOpenChange={onClose}>
      <Form
        schema={z.object({})}
        submit={words.save}
        act={async () => {
          await save([...chosen])
          onClose()
        }}
      >
        {() => (
          <>
            <FilterField label={words.filter} value={text} onChange={setText} />
            <Known query={projects}>
              {(list) => (
                <div
                  role="group"
                  aria-label={words.columns.projects}
                  className="grid max-h-[40dvh] gap-1 overflow-y-auto p-1"
                >
                  {list.length === 0 && <p className="m-0 text-soft">{words.noProjects}</p>}
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
            </Known>
          </>
        )}
      </Form>
    </Dialog>
  )
}
