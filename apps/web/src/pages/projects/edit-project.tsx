import type { ProjectItem } from '@assay/contract/projects.ts'
import { domains } from '@assay/engine/vocabulary.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { projects } from '../../messages/projects.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { FormDialog } from '../../widgets/forms/form-dialog.tsx'
import { changeOf, EditForm, formOf } from './edit-model.ts'
import { useTeamNames } from './use-team-names.ts'

const messages = projects.editing

const fields = {
  name: { label: messages.name },
  tags: { label: messages.tags, hint: messages.tagsHint },
}
const branch = { defaultBranch: { label: messages.defaultBranch, hint: messages.defaultBranchHint } }
const minimums = Object.fromEntries(
  domains.map((domain) => [domain, { label: messages.scores[domain], inputMode: 'numeric' as const }]),
)

/** Name, tags, team, default branch and minimum scores. */
export function EditProject({ project, onClose }: { project: ProjectItem; onClose: () => void }) {
  const teams = useTeamNames()
  const [teamUuid, setTeam] = useState(project.teamUuid ?? '')
  return (
    <FormDialog
      title={messages.title(project.name)}
      isHeld
      canCancel
      schema={EditForm}
      submit={messages.save}
      action={(form) =>
        api.projects.update({ params: { projectUuid: project.uuid }, body: changeOf(form, teamUuid) })
      }
      fields={fields}
      values={formOf(project)}
      onClose={onClose}
    >
      {(named, _errors, place) => (
        <>
          {named}
          <SelectField
            label={messages.team}
            value={teamUuid}
            options={[
              { value: '', label: messages.noTeam },
              ...[...teams].map(([value, label]) => ({ value, label })),
            ]}
            onChange={setTeam}
          />
          {place(branch)}
          <fieldset className="m-0 grid gap-2 border-0 p-0">
            <legend className="mb-1 p-0 text-xs font-medium">{messages.minimums}</legend>
            <p className="m-0 text-xs text-soft">{messages.minimumsHint}</p>
            <div className="grid grid-cols-3 gap-2">{place(minimums)}</div>
          </fieldset>
        </>
      )}
    </FormDialog>
  )
}
