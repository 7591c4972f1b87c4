import { teams } from '@assay/contract/teams.ts'
import { api } from '../../../api/client.ts'
import { settings } from '../../../messages/settings.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'

const messages = settings.teams

const schema = teams.create.body.pick({ name: true, description: true })

interface Props {
  /** null for a new one. */
  team: { uuid: string; name: string; description: string } | null
  onClose: () => void
}

export const EditTeam = ({ team, onClose }: Props) => (
  <FormDialog
    title={team === null ? messages.add : messages.editOf(team.name)}
    schema={schema}
    fields={{
      name: { label: messages.columns.name },
      description: { label: messages.columns.description },
    }}
    values={team}
    submit={team === null ? messages.create : messages.save}
    failed={team === null ? messages.failed.created : messages.failed.updated}
    action={(body) =>
      team === null ? api.teams.create({ body }) : api.teams.update({ params: { teamUuid: team.uuid }, body })
    }
    onClose={onClose}
  />
)
