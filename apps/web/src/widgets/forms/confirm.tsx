import { z } from 'zod'
import { texts } from '../../messages/app.ts'
import { FormDialog } from './form-dialog.tsx'

interface Props {
  title: string
  text: string
  submit: string
  /** Text to type for confirmation, for things that cannot be recreated. */
  name?: string
  failed?: string
  isDangerous?: boolean
  action: () => Promise<unknown>
  onClose: () => void
}

const messages = texts.confirm

/** Asks for confirmation of what affects everyone, such as a removal. */
export function Confirm({ title, text, submit, name, failed, isDangerous = true, action, onClose }: Props) {
  const typed = z.string().refine((each) => each.trim() === name, messages.differs(name ?? ''))
  return (
    <FormDialog
      title={title}
      lead={<p className="m-0 text-base [overflow-wrap:anywhere]">{text}</p>}
      schema={z.object(name === undefined ? {} : { name: typed })}
      fields={name === undefined ? {} : { name: { label: messages.type(name) } }}
      submit={submit}
      isDangerous={isDangerous}
      canCancel
      {...(failed !== undefined && { failed })}
      action={action}
      onClose={onClose}
    />
  )
}
