import { useState } from 'react'
import { help as messages } from '../../messages/palette.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { commandKey } from './command-key.ts'
import { singleKeys } from './single-keys.ts'

/** List of keyboard shortcuts. */
export function Help({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useState(singleKeys.areOn)
  return (
    <Dialog title={messages.title} isOpen onOpenChange={onClose}>
      <dl className="m-0 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {messages.keys.map(([keys, meaning]) => (
          <div key={meaning} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-md border border-line bg-hover px-1.5 text-center font-sans text-xs leading-6"
                >
                  {key === '⌘' ? commandKey : key}
                </kbd>
              ))}
            </dt>
            <dd className="m-0 text-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={messages.singleKeys}
        isChecked={areOn}
        onChange={(next) => {
          singleKeys.set(next)
          setOn(next)
        }}
      />
    </Dialog>
  )
}
