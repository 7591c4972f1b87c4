import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../messages/rules.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { useUser } from '../use-user.ts'

const messages = rules.vex

const schema = z.object({ file: z.instanceof(File).refine(({ size }) => size > 0, messages.fileMissing) })

export function NewVex({ onClose }: { onClose: () => void }) {
  const params = { accountUuid: useUser().account.uuid }
  const projects = useQuery(query(api.projects.list, { params }))
  const [projectUuid, setProject] = useState('')
  const save = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const body = { file: { filename: file.name, bytes }, projectUuid }
    const { statementCount, unmatchedCount, issues } = await api.vex.add({ params, body })
    const [first, ...more] = issues.filter(({ code }) => code !== 'vex-unmatched')
    const skipped = first ? [messages.skipped(more.length + 1, first.message)] : []
    const unmatched = unmatchedCount > 0 ? [`${messages.unmatched(unmatchedCount)}.`] : []
    showNotice([messages.added(statementCount), ...unmatched, ...skipped].join(' '))
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
      }}
      submit={messages.add}
      action={({ file }) => save(file)}
      onClose={onClose}
    >
      {(fields) => (
        <>
          {fields}
          <SelectField
            label={messages.columns.project}
            value={projectUuid}
            options={[
              { value: '', label: rules.exclusions.everywhere },
              ...(projects.data ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
            ]}
            onChange={setProject}
          />
        </>
      )}
    </FormDialog>
  )
}
