import type { CredentialKind, PackageRegistry } from '@assay/contract/registries.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { registries } from '../../../messages/registries.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { optionsOf } from '../../../widgets/forms/fields.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { type CredentialChoice, credentialsOf, schemaOf, type Typed } from './registry-form-model.ts'

const messages = registries.form

const kinds: readonly CredentialKind[] = ['none', 'basic', 'bearer']
const secret = { type: 'password', hint: messages.secretHint, autoComplete: 'new-password' }

interface Props {
  /** null for a new one. */
  registry: PackageRegistry | null
  accountUuid: string
  ecosystems: readonly { id: string; name: string; example: string }[]
  onClose: () => void
}

export function EditRegistry({ registry, accountUuid, ecosystems, onClose }: Props) {
  const hasStored = registry !== null && registry.credentials !== 'none'
  const [ecosystem, setEcosystem] = useState(registry?.ecosystem ?? ecosystems[0]?.id ?? '')
  const [choice, setChoice] = useState<CredentialChoice>(hasStored ? 'kept' : 'none')
  const [enabled, setEnabled] = useState(registry?.enabled ?? true)
  const { example = '' } = ecosystems.find(({ id }) => id === ecosystem) ?? {}
  const save = async (typed: Typed) => {
    const { pattern, url } = typed
    const credentials = credentialsOf(choice, typed)
    const body = { pattern, url, enabled, ...(credentials && { credentials }) }
    if (registry === null)
      await api.registries.create({ params: { accountUuid }, body: { ecosystem, ...body } })
    else await api.registries.update({ params: { accountUuid, registryUuid: registry.uuid }, body })
    showNotice(registries.saved)
  }
  return (
    <FormDialog
      title={registry === null ? registries.add : registries.editOf(registry.pattern)}
      isHeld
      schema={schemaOf(choice)}
      fields={{
        pattern: { label: messages.pattern, hint: messages.patternHint(example) },
        url: { label: messages.url, hint: messages.urlHint, type: 'url' },
      }}
      values={registry}
      submit={messages.save}
      action={save}
      onClose={onClose}
    >
      {(fields, _errors, place) => (
        <>
          {registry === null && (
            <SelectField
              label={messages.ecosystem}
              value={ecosystem}
              options={ecosystems.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setEcosystem}
            />
          )}
          {fields}
          <SelectField
            label={messages.credentials}
            value={choice}
            options={[
              ...(hasStored ? [{ value: 'kept', label: messages.kept }] : []),
              ...optionsOf(kinds, (value) => messages.kinds[value]),
            ]}
            onChange={(value) => setChoice(value as CredentialChoice)}
          />
          {choice === 'basic' &&
            place(
              { user: { label: messages.user }, password: { label: messages.password, ...secret } },
              null,
            )}
          {choice === 'bearer' && place({ token: { label: messages.token, ...secret } }, null)}
          <div>
            <Checkbox label={messages.enabled} isChecked={enabled} onChange={setEnabled} />
            <p className="m-0 text-xs text-soft">{messages.enabledHint}</p>
          </div>
        </>
      )}
    </FormDialog>
  )
}
