import { projects as calls } from '@assay/contract/projects.ts'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { projects } from '../../messages/projects.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../widgets/forms/form-dialog.tsx'
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
  const canScan = usePermission()('reports.edit')
  const [isPasting, setPasting] = useState(false)
  if (isPasting) return <Paste onClose={onClose} onFiles={onFiles} />
  return (
    <FormDialog
      title={messages.title}
      canCancel
      schema={AddForm}
      fields={{
        url: { label: messages.url, hint: messages.urlHint },
        name: { label: messages.name, hint: messages.nameHint },
      }}
      submit={messages.submit}
      action={({ url, name }) => api.projects.create({ body: { url, ...(name.trim() !== '' && { name }) } })}
      below={canScan && <Files onFiles={onFiles} onPaste={() => setPasting(true)} />}
      onClose={onClose}
    />
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
  <FormDialog
    title={messages.paste}
    isHeld
    canCancel
    schema={PasteForm}
    fields={{
      content: { label: messages.pasted, rows: 8 },
      fileName: { label: messages.fileName },
    }}
    values={{ fileName: 'bom.json' }}
    submit={messages.scan}
    action={async ({ content, fileName }) => onFiles([new File([content], fileName.trim())])}
    onClose={onClose}
  />
)
