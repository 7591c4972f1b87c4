import { type ComponentProps, type ReactNode, useState } from 'react'
import { Confirm } from '../../widgets/forms/confirm.tsx'
import { ActionButton } from './action-button.tsx'
import { ResourceTable } from './resource-table.tsx'
import { Section } from './section.tsx'

type Table<T> = Omit<ComponentProps<typeof ResourceTable<T>>, 'label' | 'children'>
type Confirmed = Omit<ComponentProps<typeof Confirm>, 'onClose'>

/** Opens the dialogs of a row. */
interface Ask {
  edit: () => void
  remove: () => void
}

interface Props<T> extends Table<T> {
  title: string
  lead?: string
  /** The page has the same title. */
  isTitleHidden?: boolean
  /** The button that creates one. */
  add: { label: string; denialReason?: string | null; isPrimary?: boolean }
  /** Other buttons, before the one that creates one. */
  more?: ReactNode
  /** Between title and table. */
  above?: ReactNode
  /** The dialog for one, or for a new one. */
  renderDialog: (item: T | null, onClose: () => void) => ReactNode
  /** What to confirm before removing one. */
  remove: (item: T) => Confirmed
  /** A row. */
  children: (item: T, ask: Ask) => ReactNode
}

/** A list of what members create, edit and remove. */
export function ResourceSection<T>({
  title,
  add,
  more,
  above,
  renderDialog,
  remove,
  children,
  ...props
}: Props<T>) {
  const { lead, isTitleHidden = false, ...table } = props
  const [editing, setEditing] = useState<{ item: T | null } | null>(null)
  const [leaving, setLeaving] = useState<{ item: T } | null>(null)
  return (
    <Section
      title={title}
      {...(lead !== undefined && { lead })}
      isTitleHidden={isTitleHidden}
      isFlush
      actions={
        <>
          {more}
          <ActionButton
            {...(add.isPrimary && { variant: 'primary' as const })}
            denialReason={add.denialReason ?? null}
            onPress={() => setEditing({ item: null })}
          >
            {add.label}
          </ActionButton>
        </>
      }
    >
      {above}
      <ResourceTable label={title} {...(table as Table<T>)}>
        {(item) => children(item, { edit: () => setEditing({ item }), remove: () => setLeaving({ item }) })}
      </ResourceTable>
      {editing && renderDialog(editing.item, () => setEditing(null))}
      {leaving && <Confirm {...remove(leaving.item)} onClose={() => setLeaving(null)} />}
    </Section>
  )
}
