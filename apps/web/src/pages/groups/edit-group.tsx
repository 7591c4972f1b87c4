import { groupKinds, type GroupItem } from '@assay/contract/groups.ts'
import { domains, ratedSeverities } from '@assay/engine/vocabulary.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { groups } from '../../messages/groups.ts'
import { severityNames } from '../../messages/severity.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { inTreeOrder, withAllBelow } from '../../widgets/groups/tree-model.ts'
import { FormDialog } from '../../widgets/forms/form-dialog.tsx'
import type { FieldErrors } from '../../widgets/forms/form-model.ts'
import { changeOf, GroupForm, valuesOf } from './edit-model.ts'

const messages = groups.form

interface Props {
  /** null: a new one. */
  group: GroupItem | null
  groups: readonly GroupItem[]
  /** Of a new group, where it is at first. */
  parentUuid?: string
  onClose: () => void
}

/** Name, kind, place, rule, fix targets and minimum scores. */
export function EditGroup({ group, groups: all, parentUuid = '', onClose }: Props) {
  const [kind, setKind] = useState(group?.kind ?? 'product')
  const [parent, setParent] = useState(group?.parentUuid ?? parentUuid)
  const save = (form: GroupForm) => {
    const body = { ...changeOf(form), kind, parentUuid: parent === '' ? null : parent }
    return group === null
      ? api.groups.create({ body })
      : api.groups.update({ params: { groupUuid: group.uuid }, body })
  }
  const values = valuesOf(group)
  return (
    <FormDialog
      title={group === null ? messages.add : messages.edit(group.name)}
      schema={GroupForm}
      submit={groups.save}
      isHeld
      canCancel
      fields={{ name: { label: messages.name }, description: { label: messages.description } }}
      values={values}
      action={save}
      onClose={onClose}
    >
      {(fields, errors) => (
        <>
          {fields}
          <div className="grid grid-cols-2 gap-2">
            <SelectField
              label={messages.kind}
              value={kind}
              options={groupKinds.map((value) => ({ value: value as string, label: groups.kinds[value] }))}
              onChange={(value) => setKind(groupKinds.find((each) => each === value) ?? 'product')}
            />
            <ParentField all={all} group={group} value={parent} onChange={setParent} />
          </div>
          <Rule values={values} errors={errors} />
          <Numbers
            legend={groups.targets}
            hint={messages.targetsHint}
            names={ratedSeverities}
            labels={severityNames}
            values={values}
            errors={errors}
          />
          <Numbers
            legend={groups.minimums}
            hint={messages.minimumsHint}
            names={domains}
            labels={messages.scores}
            values={values}
            errors={errors}
          />
        </>
      )}
    </FormDialog>
  )
}

interface ParentProps {
  all: readonly GroupItem[]
  group: GroupItem | null
  value: string
  onChange: (uuid: string) => void
}

/** A group cannot be moved below itself. */
function ParentField({ all, group, value, onChange }: ParentProps) {
  const excluded = group === null ? new Set() : withAllBelow(all, group.uuid)
  const rows = inTreeOrder(all).filter((row) => !excluded.has(row.group.uuid))
  return (
    <SelectField
      label={messages.parent}
      value={value}
      options={[
        { value: '', label: messages.top },
        ...rows.map((row) => ({
          value: row.group.uuid,
          label: '\u2003'.repeat(row.level - 1) + row.group.name,
        })),
      ]}
      onChange={onChange}
    />
  )
}

interface FieldProps {
  values: GroupForm
  errors: FieldErrors
}

const Rule = ({ values, errors }: FieldProps) => (
  <fieldset className="m-0 grid gap-2 border-0 p-0">
    <legend className="mb-1 p-0 text-xs font-medium">{groups.rule}</legend>
    <p className="m-0 text-xs text-soft">{messages.ruleHint}</p>
    <div className="grid grid-cols-2 gap-2">
      <TextField label={messages.ruleTag} name="tag" defaultValue={values.tag} error={errors['tag']} />
      <TextField
        label={messages.rulePattern}
        name="pattern"
        defaultValue={values.pattern}
        error={errors['pattern']}
      />
    </div>
  </fieldset>
)

interface NumbersProps<Name extends keyof GroupForm> extends FieldProps {
  legend: string
  hint: string
  names: readonly Name[]
  labels: Readonly<Record<Name, string>>
}

const Numbers = <Name extends keyof GroupForm>({
  legend,
  hint,
  names,
  labels,
  values,
  errors,
}: NumbersProps<Name>) => (
  <fieldset className="m-0 grid gap-2 border-0 p-0">
    <legend className="mb-1 p-0 text-xs font-medium">{legend}</legend>
    <p className="m-0 text-xs text-soft">{hint}</p>
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {names.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          name={name}
          inputMode="numeric"
          defaultValue={values[name]}
          error={errors[name]}
        />
      ))}
    </div>
  </fieldset>
)
