import type { ComponentProps, ReactNode } from 'react'
import { DialogButton, type RenderDialog } from './action-button.tsx'
import { ResourceTable } from './resource-table.tsx'
import { Section } from './section.tsx'

interface Props {
  title: string
  lead?: string
  /** The page has the same title. */
  isTitleHidden?: boolean
  /** The button that creates one. */
  add?: { label: string; denialReason?: string | null; isPrimary?: boolean; renderDialog: RenderDialog }
  /** Other buttons and filters, before the one that creates one. */
  more?: ReactNode
  /** Between title and table. */
  above?: ReactNode
  /** Below the table. */
  below?: ReactNode
}

/** A list of what members create, edit and remove. */
export const ResourceSection = <T,>({
  title,
  lead,
  isTitleHidden = false,
  add,
  more,
  above,
  below,
  ...table
}: Props & Omit<ComponentProps<typeof ResourceTable<T>>, 'label'>) => (
  <Section
    title={title}
    {...(lead !== undefined && { lead })}
    isTitleHidden={isTitleHidden}
    isFlush
    actions={
      (add || more) && (
        <>
          {more}
          {add && (
            <DialogButton
              variant={add.isPrimary ? 'primary' : 'plain'}
              denialReason={add.denialReason ?? null}
              renderDialog={add.renderDialog}
            >
              {add.label}
            </DialogButton>
          )}
        </>
      )
    }
  >
    {above}
    <ResourceTable<T> label={title} {...table} />
    {below}
  </Section>
)
