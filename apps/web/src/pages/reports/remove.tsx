import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { reports as messages } from '../../messages/reports.ts'
import { showNotice } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../widgets/form.tsx'

interface Props {
  title: string
  text: string
  /** Message after removal. */
  done: string
  action: () => Promise<unknown>
  onClose: () => void
}

const nothing = z.object({})

/** Asks for confirmation before removing. */
export function Remove({ title, text, done, action, onClose }: Props) {
  const queries = useQueryClient()
  return (
    <Dialog title={title} isOpen onOpenChange={onClose}>
      <p className="m-0 text-base [overflow-wrap:anywhere]">{text}</p>
      <Form
        schema={nothing}
        submit={messages.remove}
        isDangerous
        action={async () => {
          await action()
          await queries.invalidateQueries()
          onClose()
          showNotice(done)
        }}
        aside={
          <Button variant="quiet" onPress={onClose}>
            {messages.cancel}
          </Button>
        }
      >
        {() => null}
      </Form>
    </Dialog>
  )
}
