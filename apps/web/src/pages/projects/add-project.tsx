import { projects as calls } from '@assay/contract/projects.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { projects } from '../../messages/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../../widgets/forms/form.tsx'
import { usePastedFiles } from '../../widgets/scan/use-pasted-files.ts'
import { usePermission } from '../../widgets/use-permission.ts'

const messages = projects.add

interface Props {
  onClose: () => void
  /** Continues with the scan. */
  onFiles: (files: File[]) => void
}

const AddForm = z.object({ url: calls.create.body.shape.url, name: z.string().trim().max(200) })

/** Adds a project by url, or by selected or pasted files. */
export function AddProject({ onClose, onFiles }: Props) {
  const queries = useQueryClient()
  const canScan = usePermission()('reports.edit')
  const [isPasting, setPasting] = useState(false)
  if (isPasting) return <Paste onClose={onClose} onFiles={onFiles} />
  return (
    <Dialog title={messages.title} isOpen onOpenChange={onClose}>
      <Form
        schema={AddForm}
        submit={messages.submit}
        action={async ({ url, name }) => {
          await api.projects.create({ body: { url, ...(name.trim() !== '' && { name }) } })
          onClose()
          await queries.invalidateQueries()
        }}
        aside={
          <Button variant="quiet" onPress={onClose}>
            {messages.cancel}
          </Button>
        }
      >
        {(errors) => (
          <>
            <TextField
              label={messages.url}
              name="url"
              hint={messages.urlHint}
              autoComplete="off"
              error={errors['url']}
              isRequired
            />
            <TextField label={messages.name} name="name" hint={messages.nameHint} error={errors.name} />
          </>
        )}
      </Form>
      {canScan && <Files onFiles={onFiles} onPaste={() => setPasting(true)} />}
    </Dialog>
  )
}

function Files({ onFiles, onPaste }: Pick<Props, 'onFiles'> & { onPaste: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  usePastedFiles(onFiles, { isDialog: true })
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <h3 className="m-0 text-sm font-medium">{messages.other}</h3>
      <p className="m-0 text-xs text-soft">{messages.drop}</p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={messages.choose}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => input.current?.click()}>{messages.choose}</Button>
        <Button onPress={onPaste}>{messages.paste}</Button>
      </div>
    </div>
  )
}

const PasteForm = z.object({
  content: z.string().trim().min(1),
  fileName: z.string().trim().min(1).max(200),
})

/** The file name, if the format cannot be detected from the content. */
const Paste = ({ onClose, onFiles }: Props) => (
  <Dialog title={messages.paste} isOpen isHeld onOpenChange={onClose}>
    <Form
      schema={PasteForm}
      submit={messages.scan}
      action={async ({ content, fileName }) => onFiles([new File([content], fileName.trim())])}
      aside={
        <Button variant="quiet" onPress={onClose}>
          {messages.cancel}
        </Button>
      }
    >
      {(errors) => (
        <>
          <TextArea
            label={messages.pasted}
            name="content"
            defaultValue=""
            rows={8}
            error={errors['content']}
            isRequired
          />
          <TextField
            label={messages.fileName}
            name="fileName"
            defaultValue="bom.json"
            error={errors['fileName']}
            isRequired
          />
        </>
      )}
    </Form>
  </Dialog>
)
