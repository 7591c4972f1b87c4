import { teams } from '@assay/contract/teams.ts'
import { api } from '../../../api/client.ts'
import { Form } from '../../../widgets/form.tsx'
import { settings } from '../../../messages/settings.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'

const messages = settings.teams

const schema = teams.create.body.pick({ name: true, description: true })

interface Props {
  /** null for a new one. */
  team: { uuid: string; name: string; description: string } | null
  onClose: () => void
}

export function EditTeam({ team, onClose }: Props) {
  const save = useSaving((body: { name: string; description?: string | undefined }) =>
    team === null ? api.teams.create({ body }) : api.teams.update({ params: { teamUuid: team.uuid }, body }),
  )
  return (
    <Dialog title={team === null ? messages.add : messages.editOf(team.name)} isOpen onOpenChange={onClose}>
      <Form
        schema={schema}
        submit={team === null ? messages.create : messages.save}
        failed={team === null ? messages.failed.created : messages.failed.updated}
        action={async (body) => {
          await save(body)
          onClose()
        }}
      >
        {(errors) => (
          <>
            <TextField
              label={messages.columns.name}
              name="name"
              autoComplete="off"
              defaultValue={team?.name}
              error={errors.name}
              isRequired
            />
            <TextField
              label={messages.columns.description}
              name="description"
              autoComplete="off"
              defaultValue={team?.description}
              error={errors.description}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
