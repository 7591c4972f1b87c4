import type { Integration, IntegrationField } from '@assay/contract/integrations.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { integrations as messages } from '../../../messages/integrations.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { useUser } from '../use-user.ts'
import { typedValues } from './integrations-model.ts'

const isTyped = ({ kind }: IntegrationField) => kind !== 'choice' && kind !== 'switch'

/** Rendered from the form description that the server derives from the settings schema. */
export function IntegrationForm({ integration }: { integration: Integration }) {
  const { id, name, fields, values } = integration
  const params = { accountUuid: useUser().account.uuid, integration: id }
  const [chosen, setChosen] = useState<Readonly<Record<string, string | boolean>>>({})
  const { savedNotice, showSaved } = useSavedNotice()
  const typed = fields.filter(isTyped)
  const schema = z.object(Object.fromEntries(typed.map((field) => [field.name, z.string()])))
  const save = useSaving((texts: Record<string, string>) =>
    api.integrations.save({
      params,
      body: { ...typedValues(typed, new Map(Object.entries(texts))), ...chosen },
    }),
  )
  const valueOf = (field: string) => new Map(Object.entries({ ...values, ...chosen })).get(field)
  const choose = (field: string, value: string | boolean) =>
    setChosen((before) => ({ ...before, [field]: value }))
  return (
    <div role="group" aria-label={messages.form(name)}>
      <Form
        schema={schema}
        submit={messages.save}
        aside={savedNotice}
        action={async (texts) => {
          await save(texts)
          showSaved(messages.saved)
        }}
      >
        {(errors) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {fields.map((field) => (
              <Field
                key={field.name}
                field={field}
                value={valueOf(field.name)}
                isStored={integration.secrets.includes(field.name)}
                error={new Map(Object.entries(errors)).get(field.name)}
                onChoose={(value) => choose(field.name, value)}
              />
            ))}
          </div>
        )}
      </Form>
    </div>
  )
}

interface FieldProps {
  field: IntegrationField
  value: string | number | boolean | undefined
  /** A secret field. */
  isStored: boolean
  error: string | undefined
  onChoose: (value: string | boolean) => void
}

function Field({ field: { name, label, hint, kind, options, isRequired }, ...props }: FieldProps) {
  const { value, isStored, error, onChoose } = props
  const note = hint === null ? {} : { hint }
  if (kind === 'switch') return <Switch label={label} {...note} isOn={value === true} onChange={onChoose} />
  if (kind === 'choice')
    return (
      <div className="grid gap-1">
        <SelectField label={label} value={String(value ?? '')} options={options} onChange={onChoose} />
        {hint !== null && <p className="m-0 text-xs text-soft">{hint}</p>}
      </div>
    )
  const isSecret = kind === 'secret'
  return (
    <TextField
      name={name}
      label={label}
      {...note}
      {...(isStored && { hint: messages.secretStored })}
      type={isSecret ? 'password' : 'text'}
      {...(kind === 'number' && { inputMode: 'numeric' as const })}
      autoComplete={isSecret ? 'new-password' : 'off'}
      spellCheck={false}
      defaultValue={isSecret ? '' : String(value ?? '')}
      isRequired={isRequired && !isStored}
      error={error}
    />
  )
}
