import { policyModes } from '@assay/engine/vocabulary.ts'
import { type LicensePolicy, policies } from '@assay/contract/policies.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import type { FieldErrors } from '../../../widgets/forms/form-model.ts'
import { Form } from '../../../widgets/forms/form.tsx'
import { rules } from '../../../messages/rules.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Radios } from '../../../ui/radios.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'
import { splitList } from './split-list.ts'

const messages = rules.policies
const { name, licenses, pattern, tags } = policies.update.body.required().shape

/** The contract's schema with form values as entered. */
const schema = z.object({
  name,
  licenses: z.string().transform(splitList).pipe(licenses),
  pattern: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(pattern),
  tags: z.string().transform(splitList).pipe(tags),
})

interface Props {
  /** null for a new one. */
  policy: LicensePolicy | null
  onClose: () => void
}

export function EditPolicy({ policy, onClose }: Props) {
  const params = { accountUuid: useUser().account.uuid }
  const templates = useQuery(query(api.policies.templates, {}))
  const [mode, setMode] = useState<LicensePolicy['mode']>(policy?.mode ?? 'DENY')
  const [template, setTemplate] = useState('')
  const [denyUnknown, setDenyUnknown] = useState(policy?.denyUnknown ?? true)
  const begin = templates.data?.find((each) => each.name === template)
  const save = useSaving(async (content: z.output<typeof schema>) =>
    policy === null
      ? api.policies.create({ params, body: { ...content, mode, denyUnknown } })
      : api.policies.update({
          params: { ...params, policyUuid: policy.uuid },
          body: { ...content, mode, denyUnknown },
        }),
  )
  const choose = (chosen: string) => {
    setTemplate(chosen)
    setMode(templates.data?.find((each) => each.name === chosen)?.mode ?? mode)
  }
  return (
    <Dialog
      title={policy === null ? messages.add : messages.editOf(policy.name)}
      isOpen
      onOpenChange={onClose}
    >
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
            <TextField
              label={messages.columns.name}
              name="name"
              autoComplete="off"
              defaultValue={policy?.name}
              error={errors.name}
              isRequired
            />
            {policy === null && (
              <TemplateField
                names={templates.data?.map((each) => each.name)}
                value={template}
                onChange={choose}
              />
            )}
            <Mode mode={mode} denyUnknown={denyUnknown} onMode={setMode} onDenyUnknown={setDenyUnknown} />
            <TextArea
              key={template}
              label={messages.licenses}
              name="licenses"
              rows={4}
              hint={messages.licensesHint}
              defaultValue={(begin ?? policy)?.licenses.join('\n') ?? ''}
              error={errors.licenses}
            />
            <Visibility policy={policy} errors={errors} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

interface ModeProps {
  mode: LicensePolicy['mode']
  denyUnknown: boolean
  onMode: (mode: LicensePolicy['mode']) => void
  onDenyUnknown: (denyUnknown: boolean) => void
}

const Mode = ({ mode, denyUnknown, onMode, onDenyUnknown }: ModeProps) => (
  <>
    <Radios
      label={messages.mode}
      value={mode}
      options={policyModes.map((value) => ({ value, ...messages.modes[value] }))}
      onChange={onMode}
    />
    {mode === 'ALLOW' && (
      <Checkbox label={messages.denyUnknown} isChecked={denyUnknown} onChange={onDenyUnknown} />
    )}
  </>
)

interface TemplateProps {
  names: readonly string[] | undefined
  value: string
  onChange: (name: string) => void
}

const TemplateField = ({ names = [], value, onChange }: TemplateProps) => (
  <SelectField
    label={messages.template}
    value={value}
    options={[
      { value: '', label: messages.noTemplate },
      ...names.map((each) => ({ value: each, label: each })),
    ]}
    onChange={onChange}
  />
)

/** The projects that the policy applies to. */
const Visibility = ({ policy, errors }: Pick<Props, 'policy'> & { errors: FieldErrors }) => (
  <>
    <TextField
      label={messages.pattern}
      name="pattern"
      hint={messages.patternHint}
      autoComplete="off"
      defaultValue={policy?.pattern ?? ''}
      error={errors.pattern}
    />
    <TextField
      label={messages.tags}
      name="tags"
      hint={messages.tagsHint}
      autoComplete="off"
      defaultValue={policy?.tags.join(', ')}
      error={errors.tags}
    />
  </>
)
