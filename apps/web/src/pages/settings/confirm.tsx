import { z } from 'zod'
import { Form } from '../../widgets/form.tsx'
import { settings as messages } from '../../messages/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSaving } from './use-mutation-with-toast.ts'

interface Props {
  title: string
  text: string
  submit: string
  /** Text to type for confirmation, for things that cannot be recreated. */
  name?: string
  failed?: string
  action: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation before removing. */
export function Confirm({ title, text, submit, name, failed, action, onClose }: Props) {
  const save = useSaving(action)
  const schema = z.object(
    name === undefined
      ? {}
      : { name: z.string().refine((typed) => typed.trim() === name, messages.confirm.differs(name)) },
  )
  return (
    <Dialog title={title} isOpen onOpenChange={onClose}>
      <p className="m-0 text-base [overflow-wrap:anywhere]">{text}</p>
      <Form
        schema={schema}
        submit={submit}
        isDangerous
        {...(failed !== undefined && { failed })}
        action={async () => {
          await save(undefined)
          onClose()
        }}
        aside={
          <Button variant="quiet" onPress={onClose}>
            {messages.confirm.cancel}
          </Button>
        }
      >
        {(errors) =>
          name !== undefined && (
            <TextField
              label={messages.confirm.type(name)}
              name="name"
              autoComplete="off"
              error={errors.name}
              isRequired
            />
          )
        }
      </Form>
    </Dialog>
  )
}
