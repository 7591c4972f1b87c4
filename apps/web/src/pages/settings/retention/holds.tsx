import { type LegalHold, retention as calls } from '@assay/contract/retention.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { retention } from '../../../messages/retention.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { When } from '../../../ui/when.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { ResourceSection } from '../resource-section.tsx'
import { type Column, wraps } from '../resource-table.tsx'
import { MadeBy, ProjectName } from '../rules/names.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

const messages = retention.holds
const columns: readonly Column<LegalHold>[] = [
  {
    title: messages.columns.what,
    cell: ({ projectUuid }) => (projectUuid === null ? messages.account : <ProjectName uuid={projectUuid} />),
  },
  { title: messages.columns.reason, style: wraps, cell: ({ reason }) => reason },
  { title: messages.columns.since, cell: (hold) => <MadeBy {...hold} /> },
  {
    title: messages.columns.released,
    cell: ({ releasedAt }) => <When epochMs={releasedAt} otherwise={messages.inForce} />,
  },
]

export function Holds() {
  const params = { accountUuid: useUser().account.uuid }
  const holds = useQuery(query(api.retention.holds, { params }))
  const denialReason = useDenialReason()(calls.createHold)
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{ label: messages.add, denialReason, renderDialog: (onClose) => <NewHold onClose={onClose} /> }}
      query={holds}
      columns={columns}
      none={messages.none}
      actions={({ uuid: holdUuid, reason, releasedAt }) =>
        releasedAt !== null
          ? []
          : [
              {
                text: messages.release,
                label: messages.releaseOf(reason),
                denialReason,
                confirm: {
                  title: messages.releaseTitle,
                  text: messages.releaseText,
                  submit: messages.release,
                  action: () => api.retention.releaseHold({ params: { ...params, holdUuid } }),
                },
              },
            ]
      }
    />
  )
}

function NewHold({ onClose }: { onClose: () => void }) {
  const params = { accountUuid: useUser().account.uuid }
  const projects = useQuery(query(api.projects.list, { params }))
  const [projectUuid, setProject] = useState('')
  return (
    <FormDialog
      title={messages.add}
      schema={calls.createHold.body.pick({ reason: true })}
      fields={{ reason: { label: messages.reason } }}
      submit={messages.place}
      action={({ reason }) =>
        api.retention.createHold({
          params,
          body: { reason, projectUuid: projectUuid === '' ? null : projectUuid },
        })
      }
      onClose={onClose}
    >
      {(fields) => (
        <>
          <SelectField
            label={messages.project}
            value={projectUuid}
            options={[
              { value: '', label: messages.account },
              ...(projects.data ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
            ]}
            onChange={setProject}
          />
          {fields}
        </>
      )}
    </FormDialog>
  )
}
