import { GivenSeverity, isaac, type IsaacPolicy } from '@assay/contract/isaac.ts'
import { useState } from 'react'
import { z } from 'zod'
import { severityNames } from '../../../messages/severity.ts'
import { api } from '../../../api/client.ts'
import { infrastructure } from '../../../messages/infrastructure.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { splitList } from './split-list.ts'

const messages = infrastructure.policies
const { tags } = isaac.setPolicy.body.required().shape
const schema = z.object({ tags: z.string().transform(splitList).pipe(tags) })
const choices = GivenSeverity.options

/** '' keeps the scanner's. */
const chosenOf = ({ severity, defaultSeverity }: IsaacPolicy): string =>
  severity === defaultSeverity ? '' : severity

export function EditInfrastructurePolicy({ policy, onClose }: { policy: IsaacPolicy; onClose: () => void }) {
  const { sysid, defaultSeverity } = policy
  const [severity, setSeverity] = useState(chosenOf(policy))
  return (
    <FormDialog
      title={messages.editOf(sysid)}
      schema={schema}
      fields={{ tags: { label: messages.tags, hint: messages.tagsHint } }}
      values={{ tags: policy.tags.join(', ') }}
      submit={messages.save}
      action={(typed) =>
        api.isaac.setPolicy({
          params: { sysid },
          body: { ...schema.parse(typed), severity: severity === '' ? null : GivenSeverity.parse(severity) },
        })
      }
      onClose={onClose}
    >
      {(fields) => (
        <>
          <SelectField
            label={messages.severity}
            value={severity}
            options={[
              { value: '', label: messages.scannerSays(severityNames[defaultSeverity]) },
              ...choices.map((value) => ({ value, label: severityNames[value] })),
            ]}
            onChange={setSeverity}
          />
          {fields}
        </>
      )}
    </FormDialog>
  )
}
