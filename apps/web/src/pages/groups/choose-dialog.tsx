import { useState } from 'react'
import { z } from 'zod'
import { groups as messages } from '../../messages/groups.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { FormDialog } from '../../widgets/forms/form-dialog.tsx'

interface Props {
  title: string
  options: readonly { uuid: string; name: string }[]
  /** At first. */
  chosen: readonly string[]
  none: string
  onSave: (chosen: ReadonlySet<string>) => Promise<unknown>
  onClose: () => void
}

/** More are found by the filter. */
const maxShown = 200

/** Chooses some of many by their names. */
export function ChooseDialog({ title, options, chosen: initial, none, onSave, onClose }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(initial))
  const [text, setText] = useState('')
  const found = options.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  // Those that are chosen come first, as they were when it opened.
  const shown = found.toSorted(
    (one, other) => Number(initial.includes(other.uuid)) - Number(initial.includes(one.uuid)),
  )
  return (
    <FormDialog
      title={title}
      schema={z.object({})}
      submit={messages.save}
      canCancel
      action={() => onSave(chosen)}
      onClose={onClose}
    >
      {() => (
        <>
          <FilterField label={messages.form.filter} value={text} onChange={setText} />
          <div role="group" aria-label={title} className="grid max-h-[40dvh] gap-1 overflow-y-auto p-1">
            {options.length === 0 && <p className="m-0 text-soft">{none}</p>}
            {shown.slice(0, maxShown).map(({ uuid, name }) => (
              <Checkbox
                key={uuid}
                label={name}
                isChecked={chosen.has(uuid)}
                onChange={(isChosen) =>
                  setChosen(isChosen ? chosen.union(new Set([uuid])) : chosen.difference(new Set([uuid])))
                }
              />
            ))}
          </div>
        </>
      )}
    </FormDialog>
  )
}
