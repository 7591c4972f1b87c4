import type { Threshold } from '@assay/contract/accounts.ts'
import { useState } from 'react'
import { z } from 'zod'
import { Form } from '../../../widgets/form.tsx'
import { account } from '../../../messages/account.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { OptionalScoreField } from './score-field.ts'
import { useConfiguration } from './use-configuration.ts'

const messages = account.minimum
const schema = z.object({
  minimumSecurity: OptionalScoreField,
  minimumStability: OptionalScoreField,
  minimumLicensing: OptionalScoreField,
})
const fields = [
  ['minimumSecurity', messages.scores.security],
  ['minimumStability', messages.scores.stability],
  ['minimumLicensing', messages.scores.licensing],
] as const

interface Props {
  /** null for a new one. */
  threshold: Threshold | null
  /** Tags without minimum scores. */
  tags: readonly string[]
  others: readonly Threshold[]
  onClose: () => void
}

export function EditThreshold({ threshold, tags, others, onClose }: Props) {
  const { configure } = useConfiguration()
  const [tag, setTag] = useState(threshold?.tag ?? tags[0] ?? '')
  const save = useSaving(configure)
  return (
    <Dialog
      title={threshold === null ? messages.byTag.add : messages.byTag.editOf(threshold.tag)}
      isOpen
      onOpenChange={onClose}
    >
      <Form
        schema={schema}
        submit={messages.save}
        action={async (typed) => {
          await save({ tagThresholds: [...others, { tag, ...schema.parse(typed) }] })
          onClose()
        }}
      >
        {(errors) => (
          <>
            {threshold === null && (
              <SelectField
                label={messages.byTag.tag}
                value={tag}
                options={tags.map((value) => ({ value, label: value }))}
                onChange={setTag}
              />
            )}
            <div className="grid gap-2">
              <div className="grid grid-cols-3 gap-2">
                {fields.map(([name, label]) => (
                  <TextField
                    key={name}
                    label={label}
                    name={name}
                    inputMode="numeric"
                    autoComplete="off"
                    defaultValue={threshold?.[name] ?? ''}
                    error={errors[name]}
                  />
                ))}
              </div>
              <p className="m-0 text-xs text-soft">{messages.byTag.hint}</p>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
