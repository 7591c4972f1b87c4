import { z } from 'zod'
import { overrides as messages } from '../../../messages/overrides.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { ecosystemOptions } from '../../../widgets/lists/ecosystem-options.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { callsOf, type OverrideKind } from './override-kinds.ts'

interface Props {
  kind: OverrideKind
  onClose: () => void
}

export function NewOverride({ kind, onClose }: Props) {
  const { add, content, contentHint, added } = messages.kinds[kind]
  const { schema, set } = callsOf[kind]
  return (
    <FormDialog
      title={add}
      schema={z.object({ language: z.string(), name: schema, version: z.string().trim(), content: schema })}
      fields={{
        language: { label: messages.ecosystem, options: ecosystemOptions },
        name: { label: messages.name },
        version: { label: messages.version, hint: messages.versionHint },
        content: { label: content, hint: contentHint, ...(kind === 'copyright' && { rows: 3 }) },
      }}
      values={{ language: 'npm' }}
      submit={messages.save}
      action={async ({ content: text, ...typed }) => {
        await set({ ...typed, version: typed.version || '*' }, text)
        showNotice(added)
      }}
      onClose={onClose}
    />
  )
}
