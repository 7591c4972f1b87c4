import { GivenSeverity, isaac, type IsaacPolicy } from '@assay/contract/isaac.ts'
import { z } from 'zod'
import { severityNames } from '../../../messages/severity.ts'
import { api } from '../../../api/client.ts'
import { infrastructure } from '../../../messages/infrastructure.ts'
import { optionsOf } from '../../../widgets/forms/fields.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { splitList } from './split-list.ts'

const messages = infrastructure.policies
const { tags } = isaac.setPolicy.body.required().shape
const schema = z.object({
  severity: z.union([z.literal('').transform(() => null), GivenSeverity]),
  tags: z.string().transform(splitList).pipe(tags),
})
const choices = GivenSeverity.options

/** '' keeps the scanner's. */
const chosenOf = ({ severity, defaultSeverity }: IsaacPolicy): string =>
  severity === defaultSeverity ? '' : severity

export function EditInfrastructurePolicy({ policy, onClose }: { policy: IsaacPolicy; onClose: () => void }) {
  const { sysid, defaultSeverity } = policy
  return (
    <FormDialog
      title={messages.editOf(sysid)}
      schema={schema}
      fields={{
        severity: {
          label: messages.severity,
          options: [
            { value: '', label: messages.scannerSays(severityNames[defaultSeverity]) },
            ...optionsOf(choices, (value) => severityNames[value]),
          ],
        },
        tags: { label: messages.tags, hint: messages.tagsHint },
      }}
      values={{ severity: chosenOf(policy), tags: policy.tags.join(', ') }}
      submit={messages.save}
      action={(typed) => api.isaac.setPolicy({ params: { sysid }, body: schema.parse(typed) })}
      onClose={onClose}
    />
  )
}
