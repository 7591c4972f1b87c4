import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../messages/rules.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { optionOf } from '../../../widgets/forms/fields.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { useUser } from '../use-user.ts'

const messages = rules.vex

const schema = z.object({
  file: z.instanceof(File).refine(({ size }) => size > 0, messages.fileMissing),
  projectUuid: z.string(),
})

export function NewVex({ onClose }: { onClose: () => void }) {
  const params = { accountUuid: useUser().account.uuid }
  const projects = useQuery(query(api.projects.list, { params }))
  const save = async ({ file, projectUuid }: z.infer<typeof schema>) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const body = { file: { filename: file.name, bytes }, projectUuid }
    const { statementCount, unmatchedCount, issues, signature } = await api.vex.add({ params, body })
    const [first, ...more] = issues.filter(({ code }) => code !== 'vex-unmatched')
    const skipped = first ? [messages.skipped(more.length + 1, first.message)] : []
    const unmatched = unmatchedCount > 0 ? [`${messages.unmatched(unmatchedCount)}.`] : []
    const signed = signature.state === 'unsigned' ? [] : [messages.signed[signature.state]]
    showNotice([messages.added(statementCount), ...signed, ...unmatched, ...skipped].join(' '))
  }
  return (
    <FormDialog
      title={messages.add}
      schema={schema}
      fields={{
        file: {
          label: messages.file,
          hint: messages.fileHint,
          type: 'file',
          accept: '.json,application/json',
        },
        projectUuid: {
          label: messages.columns.project,
          options: [
            { value: '', label: rules.exclusions.everywhere },
            ...(projects.data ?? []).map(optionOf),
          ],
        },
      }}
      submit={messages.add}
      action={save}
      onClose={onClose}
    />
  )
}
