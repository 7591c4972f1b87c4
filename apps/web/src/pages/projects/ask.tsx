import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { projects } from '../../messages/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../../widgets/form.tsx'

interface Props {
  title: string
  text: string
  submit: string
  cancel: string
  /** Text to type for confirmation. */
  name?: string
  isDangerous?: boolean
  action: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation of a change that affects everyone. */
export function Ask({ title, text, submit, cancel, name, isDangerous = false, action, onClose }: Props) {
  const queries = useQueryClient()
  const typed = {
    name: z.string().refine((each) => each.trim() === name, projects.removing.differs(name ?? '')),
  }
  return (
    <Dialog title={title} isOpen onOpenChange={onClose}>
      <p className="m-0 text-base [overflow-wrap:anywhere]">{text}</p>
      <Form
        schema={z.object(name === undefined ? {} : typed)}
        submit={submit}
        isDangerous={isDangerous}
        action={async () => {
          await action()
          onClose()
          await queries.invalidateQueries()
        }}
        aside={
          <Button variant="quiet" onPress={onClose}>
            {cancel}
          </Button>
        }
      >
        {(errors) =>
          name !== undefined && (
            <TextField
              label={projects.removing.type(name)}
              name="name"
              autoComplete="off"
              error={errors['name']}
              isRequired
            />
          )
        }
      </Form>
    </Dialog>
  )
}
