import type { TrustedRoot } from '@assay/contract/trusted-roots.ts'
import { useRef } from 'react'
import { api } from '../../../api/client.ts'
import { trustedKeys as messages } from '../../../messages/trusted-keys.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { parseIdentities, schemaOf, writeIdentities } from './root-form-model.ts'

interface Props {
  /** null for a new one. */
  root: TrustedRoot | null
  accountUuid: string
  onClose: () => void
}

export function EditRoot({ root, accountUuid, onClose }: Props) {
  const isNew = root === null
  const save = async (typed: { name: string; identities: string; root: string }) => {
    const body = { name: typed.name, identities: parseIdentities(typed.identities) ?? [] }
    if (isNew) await api.trustedRoots.add({ params: { accountUuid }, body: { ...body, root: typed.root } })
    else
      await api.trustedRoots.update({
        params: { accountUuid, trustedRootUuid: root.uuid },
        body: { ...body, ...(typed.root !== '' && { root: typed.root }) },
      })
    showNotice(messages.rootSaved)
  }
  return (
    <FormDialog
      title={isNew ? messages.addRoot : messages.editOf(root.name)}
      isHeld
      isWide
      schema={schemaOf(isNew)}
      fields={{
        name: { label: messages.name, hint: messages.rootNameHint },
        identities: { label: messages.identities, hint: messages.identitiesHint, rows: 3 },
        root: { label: messages.root, hint: isNew ? messages.rootHint : messages.rootKept, rows: 5 },
      }}
      values={root && { name: root.name, identities: writeIdentities(root.identities) }}
      submit={messages.save}
      action={save}
      onClose={onClose}
    >
      {(fields) => (
        <>
          {fields}
          <ChooseFile />
        </>
      )}
    </FormDialog>
  )
}

/** Puts the text of a file into the field for the root. */
function ChooseFile() {
  const input = useRef<HTMLInputElement>(null)
  const read = async ({ files, form }: HTMLInputElement) => {
    const field = form?.elements.namedItem('root')
    const [file] = files ?? []
    if (file && field instanceof HTMLTextAreaElement) field.value = await file.text()
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".json,.jsonl"
        hidden
        aria-label={messages.choose}
        onChange={({ target }) => void read(target)}
      />
      <Button onPress={() => input.current?.click()}>{messages.choose}</Button>
    </div>
  )
}
