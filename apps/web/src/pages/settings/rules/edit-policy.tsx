import { type LicensePolicy, policies } from '@assay/contract/policies.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import type { FieldErrors } from '../../../parts/form-model.ts'
import { Form } from '../../../parts/form.tsx'
import { rules } from '../../../texts/rules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Radios } from '../../../ui/radios.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSaving } from '../use-act.ts'
import { useUser } from '../use-user.ts'
import { wordsOf } from './words-of.ts'

const words = rules.policies
const { name, licenses, pattern, tags } = policies.update.body.required().shape
const modes = ['DENY', 'ALLOW'] as const

/** The contract's, as they are typed. */
const schema = z.object({
  name,
  licenses: z.string().transform(wordsOf).pipe(licenses),
  pattern: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(pattern),
  tags: z.string().transform(wordsOf).pipe(tags),
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
  const begin = templates.data?.find((each) => each.name === template)
  const save = useSaving(async (content: z.output<typeof schema>) =>
    policy === null
      ? api.policies.create({ params, body: { ...content, mode } })
      : api.policies.update({
          ...{ params: { ...params, policyUuid: policy.uuid }, body: { ...content, mode } },
        }),
  )
  const choose = (chosen: string) => {
    setTemplate(chosen)
    setMode(templates.data?.find((each) => each.name === chosen)?.mode ?? mode)
  }
  return (
    <Dialog title={policy === null ? words.add : words.editOf(policy.name)} isOpen onOpenChange={onClose}>
      <Form
        schema={schema}
        submit={words.save}
        act={async (typed) => {
          await save(schema.parse(typed))
          onClose()
        }}
      >
        {(errors) => (
          <>
            <TextField
              label={words.columns.name}
              name="name"
              autoComplete="off"
              defaultValue={policy?.name}
              error={errors.name}
              isRequired
            />
            {policy === null && (
              <SelectField
                label={words.template}
                value={template}
                options={[
                  { value: '', label: words.noTemplate },
                  ...(templates.data ?? []).map(({ name }) => ({ value: name, label: name })),
                ]}
                onChange={choose}
              />
            )}
            <Radios
              label={words.mode}
              value={mode}
              options={modes.map((value) => ({ value, ...words.modes[value] }))}
              onChange={setMode}
            />
            <TextArea
              key={template}
              label={words.licenses}
              name="licenses"
              rows={4}
              hint={words.licensesHint}
              defaultValue={(begin ?? policy)?.licenses.join('\n') ?? ''}
              error={errors.licenses}
            />
            <Reach policy={policy} errors={errors} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** Which projects it holds for. */
const Reach = ({ policy, errors }: Pick<Props, 'policy'> & { errors: FieldErrors }) => (
  <>
    <TextField
      label={words.pattern}
      name="pattern"
      hint={words.patternHint}
      autoComplete="off"
      defaultValue={policy?.pattern ?? ''}
      error={errors.pattern}
    />
    <TextField
      label={words.tags}
      name="tags"
      hint={words.tagsHint}
      autoComplete="off"
      defaultValue={policy?.tags.join(', ')}
      error={errors.tags}
    />
  </>
)
