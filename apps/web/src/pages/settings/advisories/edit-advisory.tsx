import type { OwnAdvisory } from '@assay/contract/own-advisories.ts'
import { advisoryRatings } from '@assay/engine/vocabulary.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { api } from '../../../api/client.ts'
import { ownAdvisories } from '../../../messages/own-advisories.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import type { FieldErrors } from '../../../widgets/forms/form-model.ts'
import { useUser } from '../use-user.ts'
import { readPackages, schema, typedPackages } from './advisory-form-model.ts'
import { AdvisoryPreview } from './advisory-preview.tsx'
import { AffectedFields, emptyPackage } from './affected-fields.tsx'
import { formatReferences } from './versions-model.ts'

const messages = ownAdvisories.form

interface Props {
  /** null for a new one. */
  own: OwnAdvisory | null
  onClose: () => void
}

type Rating = OwnAdvisory['severity']

export function EditAdvisory({ own, onClose }: Props) {
  const accountUuid = useUser().account.uuid
  const [packages, setPackages] = useState(own ? typedPackages(own.affected) : [emptyPackage()])
  const [severity, setSeverity] = useState<Rating>(own?.severity ?? null)
  const save = async (typed: z.input<typeof schema>) => {
    const { id, ...content } = schema.parse(typed)
    const body = { ...content, severity }
    if (own === null) await api.ownAdvisories.create({ params: { accountUuid }, body: { ...body, id } })
    else await api.ownAdvisories.update({ params: { accountUuid, ownAdvisoryUuid: own.uuid }, body })
    showNotice(ownAdvisories.saved(id))
  }
  return (
    <FormDialog
      title={own === null ? ownAdvisories.add : ownAdvisories.editOf(own.id)}
      isHeld
      isWide
      schema={schema}
      submit={ownAdvisories.save}
      action={save}
      onClose={onClose}
    >
      {(_, errors) => (
        <>
          <Naming own={own} errors={errors} />
          <AffectedFields packages={packages} error={errors.affected} onChange={setPackages} />
          <AdvisoryPreview read={() => readPackages(packages)} />
          <Rating own={own} errors={errors} severity={severity} onSeverity={setSeverity} />
          <Describing own={own} errors={errors} />
        </>
      )}
    </FormDialog>
  )
}

interface FieldsProps {
  own: OwnAdvisory | null
  errors: FieldErrors
}

const Naming = ({ own, errors }: FieldsProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
    <TextField
      label={messages.id}
      name="id"
      autoComplete="off"
      spellCheck={false}
      {...(own === null && { hint: messages.idHint })}
      readOnly={own !== null}
      defaultValue={own?.id}
      error={errors.id}
      isRequired
    />
    <TextField
      label={messages.summary}
      name="summary"
      autoComplete="off"
      defaultValue={own?.summary}
      error={errors.summary}
      isRequired
    />
  </div>
)

interface RatingProps extends FieldsProps {
  severity: Rating
  onSeverity: (severity: Rating) => void
}

const Rating = ({ own, errors, severity, onSeverity }: RatingProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">
    <TextField
      label={messages.cvss}
      name="cvss"
      hint={messages.cvssHint}
      autoComplete="off"
      spellCheck={false}
      defaultValue={own?.cvss ?? ''}
      error={errors.cvss}
    />
    <SelectField
      label={messages.severity}
      value={severity ?? ''}
      options={[
        { value: '', label: messages.fromVector },
        ...advisoryRatings.map((value) => ({ value, label: messages.severities[value] })),
      ]}
      onChange={(value) => onSeverity(advisoryRatings.find((each) => each === value) ?? null)}
    />
  </div>
)

const Describing = ({ own, errors }: FieldsProps) => (
  <>
    <TextArea
      label={messages.details}
      name="details"
      rows={6}
      hint={messages.detailsHint}
      defaultValue={own?.details ?? ''}
      error={errors.details}
    />
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label={messages.aliases}
        name="aliases"
        hint={messages.aliasesHint}
        autoComplete="off"
        defaultValue={own?.aliases.join(', ') ?? ''}
        error={errors.aliases}
      />
      <TextField
        label={messages.cwes}
        name="cwes"
        hint={messages.cwesHint}
        autoComplete="off"
        defaultValue={own?.cwes.join(', ') ?? ''}
        error={errors.cwes}
      />
    </div>
    <TextArea
      label={messages.references}
      name="references"
      rows={3}
      hint={messages.referencesHint}
      defaultValue={own ? formatReferences(own.references) : ''}
      error={errors.references}
    />
  </>
)
