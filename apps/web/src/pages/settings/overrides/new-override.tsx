import { useState } from 'react'
import { z } from 'zod'
import { overrides as messages } from '../../../messages/overrides.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ecosystemOptions } from '../../../widgets/lists/ecosystem-options.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { callsOf, type OverrideKind } from './override-kinds.ts'

interface Props {
  kind: OverrideKind
  onClose: () => void
}

export function NewOverride({ kind, onClose }: Props) {
  const { add, content, contentHint, added } = messages.kinds[kind]
  const { schema: inputSchema, set } = callsOf[kind]
  const schema = z.object({ name: inputSchema, version: z.string().trim(), content: inputSchema })
  const [language, setLanguage] = useState('npm')
  const value = { label: content, hint: contentHint }
  return (
    <FormDialog
      title={add}
      schema={schema}
      fields={{
        name: { label: messages.name },
        version: { label: messages.version, hint: messages.versionHint },
        ...(kind === 'license' && { content: value }),
      }}
      submit={messages.save}
      action={async ({ content: text, ...typed }) => {
        await set({ ...typed, language, version: typed.version || '*' }, text)
        showNotice(added)
      }}
      onClose={onClose}
    >
      {(fields, errors) => (
        <>
          <SelectField
            label={messages.ecosystem}
            value={language}
            options={ecosystemOptions}
            onChange={setLanguage}
          />
          {fields}
          {kind === 'copyright' && (
            <TextArea
              {...value}
              name="content"
              defaultValue=""
              rows={3}
              error={errors['content']}
              isRequired
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
