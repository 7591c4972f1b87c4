import { useState } from 'react'
import { z } from 'zod'
import { overrides as messages } from '../../../messages/overrides.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ecosystemOptions } from '../../../widgets/ecosystem-options.ts'
import { Form } from '../../../widgets/form.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { callsOf, type OverrideKind, type OverriddenPackage } from './override-kinds.ts'

interface Props {
  kind: OverrideKind
  onClose: () => void
}

export function NewOverride({ kind, onClose }: Props) {
  const { add, content, contentHint, added } = messages.kinds[kind]
  const { schema: inputSchema, set } = callsOf[kind]
  const schema = z.object({ name: inputSchema, version: z.string().trim(), content: inputSchema })
  const [language, setLanguage] = useState('npm')
  const save = useSaving(({ content, ...of }: OverriddenPackage & { content: string }) => set(of, content))
  return (
    <Dialog title={add} isOpen onOpenChange={onClose}>
      <Form
        schema={schema}
        submit={messages.save}
        action={async (typed) => {
          await save({ ...typed, language, version: typed.version || '*' })
          showNotice(added)
          onClose()
        }}
      >
        {(errors) => (
          <>
            <SelectField
              label={messages.ecosystem}
              value={language}
              options={ecosystemOptions}
              onChange={setLanguage}
            />
            {fields.map(({ name, label, hint }) => (
              <TextField
                key={name}
                name={name}
                label={label}
                {...(hint !== undefined && { hint })}
                autoComplete="off"
                error={errors[name]}
                isRequired={name !== 'version'}
              />
            ))}
            {kind === 'license' ? (
              <TextField
                label={content}
                hint={contentHint}
                name="content"
                autoComplete="off"
                error={errors.content}
                isRequired
              />
            ) : (
              <TextArea
                label={content}
                hint={contentHint}
                name="content"
                defaultValue=""
                rows={3}
                error={errors.content}
                isRequired
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  )
}

const fields: readonly { name: 'name' | 'version'; label: string; hint?: string }[] = [
  { name: 'name', label: messages.name },
  { name: 'version', label: messages.version, hint: messages.versionHint },
]
