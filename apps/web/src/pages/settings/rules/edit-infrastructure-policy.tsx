import { GivenSeverity, isaac, type IsaacPolicy } from '@assay/contract/isaac.ts'
import { useState } from 'react'
import { z } from 'zod'
import { severityNames } from '../../../messages/severity.ts'
import { api } from '../../../api/client.ts'
import { infrastructure } from '../../../messages/infrastructure.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Form } from '../../../widgets/form.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
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
  const save = useSaving((content: z.output<typeof schema>) =>
    api.isaac.setPolicy({
      params: { sysid },
      body: { ...content, severity: severity === '' ? null : GivenSeverity.parse(severity) },
    }),
  )
  return (
    <Dialog title={messages.editOf(sysid)} isOpen onOpenChange={onClose}>
      <Form
        schema={schema}
        submit={messages.save}
        action={async (typed) => {
          await save(schema.parse(typed))
          onClose()
        }}
      >
        {(errors) => (
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
            <TextField
              label={messages.tags}
              name="tags"
              hint={messages.tagsHint}
              autoComplete="off"
              defaultValue={policy.tags.join(', ')}
              error={errors.tags}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
