import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { ownAdvisories } from '../../../messages/own-advisories.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { useUser } from '../use-user.ts'

const messages = ownAdvisories.import

const schema = z.object({ file: z.instanceof(File).refine(({ size }) => size > 0, messages.missing) })

export function ImportAdvisories({ onClose }: { onClose: () => void }) {
  const params = { accountUuid: useUser().account.uuid }
  const save = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const body = { file: { filename: file.name, bytes } }
    const { created, changed, unchanged, issues } = await api.ownAdvisories.import({ params, body })
    const [first] = issues
    const done = messages.done(created.length, changed.length, unchanged.length)
    showNotice([done, ...(first ? [messages.issues(issues.length, first.message)] : [])].join(' '))
  }
  return (
    <FormDialog
      title={messages.title}
      schema={schema}
      fields={{
        file: { label: messages.file, hint: messages.hint, type: 'file', accept: '.json,application/json' },
      }}
      submit={messages.submit}
      action={({ file }) => save(file)}
      onClose={onClose}
    />
  )
}
