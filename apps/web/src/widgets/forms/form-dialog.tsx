import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { z } from 'zod'
import { texts } from '../../messages/app.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fields, type FieldsOf } from './fields.tsx'
import type { FieldErrors } from './form-model.ts'
import { Form } from './form.tsx'

interface Props<S extends z.ZodObject> extends Omit<ComponentProps<typeof Form<S>>, 'children'> {
  title: string
  /** Above the form. */
  lead?: ReactNode
  /** A click outside does not close it. */
  isHeld?: boolean
  /** For large forms. */
  isWide?: boolean
  /** Shows a button that closes it. */
  canCancel?: boolean
  fields?: FieldsOf<S>
  /** Values at first. */
  values?: object | null | undefined
  /** Below the form. */
  below?: ReactNode
  onClose: () => void
  /** Places the fields, or some that it describes itself; without it, they are all there is. */
  children?: (fields: ReactNode, errors: FieldErrors, place: Place<S>) => ReactNode
}

type Place<S extends z.ZodObject> = (fields: FieldsOf<S>, values?: object | null) => ReactNode

/** A dialog that closes when its form was saved, and the page's data was fetched again. */
export function FormDialog<S extends z.ZodObject>({
  title,
  lead,
  isHeld = false,
  isWide = false,
  canCancel = false,
  fields = {},
  values,
  below,
  action,
  onClose,
  children,
  ...form
}: Props<S>) {
  const queries = useQueryClient()
  const save = async (typed: z.input<S>) => {
    await action(typed)
    await queries.invalidateQueries()
    onClose()
  }
  return (
    <Dialog title={title} isOpen isHeld={isHeld} isWide={isWide} onOpenChange={onClose}>
      {lead}
      <Form
        {...form}
        action={save}
        {...(canCancel && {
          aside: (
            <Button variant="quiet" onPress={onClose}>
              {texts.confirm.cancel}
            </Button>
          ),
        })}
      >
        {(errors) => {
          const place: Place<S> = (placed, known = values ?? null) => (
            <Fields schema={form.schema} fields={placed} values={known} errors={errors} />
          )
          return children ? children(place(fields), errors, place) : place(fields)
        }}
      </Form>
      {below}
    </Dialog>
  )
}
