import { groupKinds, type GroupItem } from '@assay/contract/groups.ts'
import { domains, ratedSeverities } from '@assay/engine/vocabulary.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { groups } from '../../messages/groups.ts'
import { severityNames } from '../../messages/severity.ts'
import { inTreeOrder, withAllBelow } from '../../widgets/groups/tree-model.ts'
import { optionsOf } from '../../widgets/forms/fields.tsx'
import { FormDialog } from '../../widgets/forms/form-dialog.tsx'
import { changeOf, GroupForm, valuesOf } from './edit-model.ts'

const messages = groups.form

const schema = GroupForm.extend({ kind: z.enum(groupKinds), parentUuid: z.string() })
const number = (label: string) => ({ label, inputMode: 'numeric' as const })
const targets = Object.fromEntries(ratedSeverities.map((name) => [name, number(severityNames[name])]))
const minimums = Object.fromEntries(domains.map((name) => [name, number(messages.scores[name])]))

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
  const save = (form: z.input<typeof schema>) => {
    const { kind, parentUuid, ...typed } = schema.parse(form)
    const body = { ...changeOf(typed), kind, parentUuid: parentUuid === '' ? null : parentUuid }
    return group === null
      ? api.groups.create({ body })
      : api.groups.update({ params: { groupUuid: group.uuid }, body })
  }
  return (
    <FormDialog
      title={group === null ? messages.add : messages.edit(group.name)}
      schema={schema}
      submit={groups.save}
      isHeld
      canCancel
      fields={{ name: { label: messages.name }, description: { label: messages.description } }}
      values={{
        ...valuesOf(group),
        kind: group?.kind ?? 'product',
        parentUuid: group?.parentUuid ?? parentUuid,
      }}
      action={save}
      onClose={onClose}
    >
      {(fields, _errors, place) => (
        <>
          {fields}
          <div className="grid grid-cols-2 gap-2">
            {place({
              kind: { label: messages.kind, options: optionsOf(groupKinds, (value) => groups.kinds[value]) },
              parentUuid: { label: messages.parent, options: parentsOf(group, all) },
            })}
          </div>
          <Several legend={groups.rule} hint={messages.ruleHint}>
            {place({ tag: { label: messages.ruleTag }, pattern: { label: messages.rulePattern } })}
          </Several>
          <Several legend={groups.targets} hint={messages.targetsHint} columns="sm:grid-cols-4">
            {place(targets)}
          </Several>
          <Several legend={groups.minimums} hint={messages.minimumsHint} columns="sm:grid-cols-4">
            {place(minimums)}
          </Several>
        </>
      )}
    </FormDialog>
  )
}

/** A group cannot be moved below itself. */
function parentsOf(group: GroupItem | null, all: readonly GroupItem[]) {
  const excluded = group === null ? new Set() : withAllBelow(all, group.uuid)
  const rows = inTreeOrder(all).filter((row) => !excluded.has(row.group.uuid))
  return [
    { value: '', label: messages.top },
    ...rows.map((row) => ({
      value: row.group.uuid,
      label: '\u2003'.repeat(row.level - 1) + row.group.name,
    })),
  ]
}

interface SeveralProps {
  legend: string
  hint: string
  columns?: string
  children: ReactNode
}

const Several = ({ legend, hint, columns = '', children }: SeveralProps) => (
  <fieldset className="m-0 grid gap-2 border-0 p-0">
    <legend className="mb-1 p-0 text-xs font-medium">{legend}</legend>
    <p className="m-0 text-xs text-soft">{hint}</p>
    <div className={`grid grid-cols-2 gap-2 ${columns}`}>{children}</div>
  </fieldset>
)
