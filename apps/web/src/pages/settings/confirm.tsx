import { z } from 'zod'
import { Form } from '../../parts/form.tsx'
import { settings as words } from '../../texts/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSaving } from './use-act.ts'

interface Props {
  title: string
  text: string
  submit: string
  /** To be typed before it is done; what can be made anew needs none. */
  name?: string
  failed?: string
  act: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something is gone. */
export function Confirm({ title, text, submit, name, failed, act, onClose }: Props) {
  const save = useSaving(act)
  const schema = z.object(
    name === undefined
      ? {}
      : { name: z.string().refine((typed) => typed.trim() === name, words.confirm.differs(name)) },
  )
  return (
    <Dialog title={title} isOpen onOpenChange={onClose}>
      <p className="m-0 text-base [overflow-wrap:anywhere]">{text}</p>
      <Form
        schema={schema}
        submit={submit}
        isDangerous
        {...(failed !== undefined && { failed })}
        act={async () => {
          await save(undefined)
          onClose()
        }}
        aside={
          <Button look="quiet" onPress={onClose}>
            {words.confirm.cancel}
          </Button>
        }
      >
        {(errors) =>
          name !== undefined && (
            <TextField
              label={words.confirm.type(name)}
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
