import { policyModes } from '@assay/engine/vocabulary.ts'
import { type LicensePolicy, policies } from '@assay/contract/policies.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { optionsOf } from '../../../widgets/forms/fields.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { rules } from '../../../messages/rules.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Radios } from '../../../ui/radios.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
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
  const choose = (chosen: string) => {
    setTemplate(chosen)
    setMode(templates.data?.find((each) => each.name === chosen)?.mode ?? mode)
  }
  return (
    <FormDialog
      title={policy === null ? messages.add : messages.editOf(policy.name)}
      schema={schema}
      submit={messages.save}
      action={(typed) => {
        const body = { ...schema.parse(typed), mode, denyUnknown }
        return policy === null
          ? api.policies.create({ params, body })
          : api.policies.update({ params: { ...params, policyUuid: policy.uuid }, body })
      }}
      values={policy}
      onClose={onClose}
    >
      {(_fields, _errors, place) => {
        const names = templates.data?.map((each) => each.name) ?? []
        return (
          <>
            {place({ name: { label: messages.columns.name } })}
            {policy === null && (
              <SelectField
                label={messages.template}
                value={template}
                options={[{ value: '', label: messages.noTemplate }, ...optionsOf(names)]}
                onChange={choose}
              />
            )}
            <Mode mode={mode} denyUnknown={denyUnknown} onMode={setMode} onDenyUnknown={setDenyUnknown} />
            <Fragment key={template}>
              {place(
                { licenses: { label: messages.licenses, rows: 4, hint: messages.licensesHint } },
                { licenses: (begin ?? policy)?.licenses.join('\n') },
              )}
            </Fragment>
            {place(projects, policy && { ...policy, tags: policy.tags.join(', ') })}
          </>
        )
      }}
    </FormDialog>
  )
}

/** The projects that the policy applies to. */
const projects = {
  pattern: { label: messages.pattern, hint: messages.patternHint },
  tags: { label: messages.tags, hint: messages.tagsHint },
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
