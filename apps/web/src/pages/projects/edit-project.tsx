import type { ProjectItem } from '@assay/contract/projects.ts'
import { domains } from '@assay/engine/vocabulary.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { projects } from '../../messages/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FieldErrors } from '../../widgets/forms/form-model.ts'
import { Form } from '../../widgets/forms/form.tsx'
import { changeOf, EditForm, formOf } from './edit-model.ts'
import { useTeamNames } from './use-team-names.ts'

const messages = projects.editing

/** Name, tags, team, default branch and minimum scores. */
export function EditProject({ project, onClose }: { project: ProjectItem; onClose: () => void }) {
  const queries = useQueryClient()
  const teams = useTeamNames()
  const [teamUuid, setTeam] = useState(project.teamUuid ?? '')
  const initial = formOf(project)
  return (
    <Dialog title={messages.title(project.name)} isOpen isHeld onOpenChange={onClose}>
      <Form
        schema={EditForm}
        submit={messages.save}
        action={async (form) => {
          const body = changeOf(form, teamUuid)
          await api.projects.update({ params: { projectUuid: project.uuid }, body })
          onClose()
          await queries.invalidateQueries()
        }}
        aside={
          <Button variant="quiet" onPress={onClose}>
            {messages.cancel}
          </Button>
        }
      >
        {(errors) => (
          <>
            <Fields known={initial} errors={errors} teamUuid={teamUuid} teams={teams} onTeam={setTeam} />
            <Minimums known={initial} errors={errors} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

interface FieldsProps {
  known: EditForm
  errors: FieldErrors
}

interface TeamProps {
  /** '': none. */
  teamUuid: string
  teams: ReadonlyMap<string, string>
  onTeam: (teamUuid: string) => void
}

const Fields = ({ known, errors, teamUuid, teams, onTeam }: FieldsProps & TeamProps) => (
  <>
    <TextField
      label={messages.name}
      name="name"
      defaultValue={known.name}
      error={errors['name']}
      isRequired
    />
    <TextField
      label={messages.tags}
      name="tags"
      hint={messages.tagsHint}
      defaultValue={known.tags}
      error={errors['tags']}
    />
    <SelectField
      label={messages.team}
      value={teamUuid}
      options={[
        { value: '', label: messages.noTeam },
        ...[...teams].map(([value, label]) => ({ value, label })),
      ]}
      onChange={onTeam}
    />
    <TextField
      label={messages.defaultBranch}
      name="defaultBranch"
      hint={messages.defaultBranchHint}
      defaultValue={known.defaultBranch}
      error={errors['defaultBranch']}
    />
  </>
)

const Minimums = ({ known, errors }: FieldsProps) => (
  <fieldset className="m-0 grid gap-2 border-0 p-0">
    <legend className="mb-1 p-0 text-xs font-medium">{messages.minimums}</legend>
    <p className="m-0 text-xs text-soft">{messages.minimumsHint}</p>
    <div className="grid grid-cols-3 gap-2">
      {domains.map((domain) => (
        <TextField
          key={domain}
          label={messages.scores[domain]}
          name={domain}
          inputMode="numeric"
          defaultValue={known[domain]}
          error={errors[domain]}
        />
      ))}
    </div>
  </fieldset>
)
