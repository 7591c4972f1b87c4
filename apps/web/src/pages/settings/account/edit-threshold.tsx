import type { Threshold } from '@assay/contract/accounts.ts'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { account } from '../../../messages/account.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { OptionalScoreField } from './score-field.ts'
import { useConfiguration } from './use-configuration.ts'

const messages = account.minimum
const schema = z.object({
  minimumSecurity: OptionalScoreField,
  minimumStability: OptionalScoreField,
  minimumLicensing: OptionalScoreField,
})
const score = (label: string) => ({ label, inputMode: 'numeric' }) as const
const { security, stability, licensing } = messages.scores
const scores = {
  minimumSecurity: score(security),
  minimumStability: score(stability),
  minimumLicensing: score(licensing),
}

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
  return (
    <FormDialog
      title={threshold === null ? messages.byTag.add : messages.byTag.editOf(threshold.tag)}
      schema={schema}
      fields={scores}
      values={threshold}
      submit={messages.save}
      action={(typed) => configure({ tagThresholds: [...others, { tag, ...schema.parse(typed) }] })}
      onClose={onClose}
    >
      {(fields) => (
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
            <div className="grid grid-cols-3 gap-2">{fields}</div>
            <p className="m-0 text-xs text-soft">{messages.byTag.hint}</p>
          </div>
        </>
      )}
    </FormDialog>
  )
}
