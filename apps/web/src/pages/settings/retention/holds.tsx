import { type LegalHold, retention as calls } from '@assay/contract/retention.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { retention } from '../../../messages/retention.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { ActionButton } from '../action-button.tsx'
import { ActionsCell, NameCell, ResourceTable } from '../resource-table.tsx'
import { MemberName, ProjectName } from '../rules/names.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

const messages = retention.holds
const { what, reason, since, released } = messages.columns
const columns = [what, reason, since, released].map((title) => ({ title }))

export function Holds() {
  const params = { accountUuid: useUser().account.uuid }
  const holds = useQuery(query(api.retention.holds, { params }))
  const denialReason = useDenialReason()(calls.createHold)
  const [opened, setOpened] = useState<LegalHold | 'new' | null>(null)
  const onClose = () => setOpened(null)
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      isFlush
      actions={
        <ActionButton denialReason={denialReason} onPress={() => setOpened('new')}>
          {messages.add}
        </ActionButton>
      }
    >
      <ResourceTable label={messages.title} query={holds} columns={columns} none={messages.none}>
        {(hold) => (
          <tr key={hold.uuid} className={rowStyle}>
            <NameCell>
              {hold.projectUuid === null ? messages.account : <ProjectName uuid={hold.projectUuid} />}
            </NameCell>
            <td className="min-w-40 px-3 py-1.5 [overflow-wrap:anywhere]">{hold.reason}</td>
            <td className={cellStyle}>
              <When epochMs={hold.createdAt} />
              <div className="text-soft">
                <MemberName uuid={hold.createdBy} />
              </div>
            </td>
            <td className={cellStyle}>
              <When epochMs={hold.releasedAt} otherwise={messages.inForce} />
            </td>
            <ActionsCell
              actions={
                hold.releasedAt === null
                  ? [
                      {
                        text: messages.release,
                        label: messages.releaseOf(hold.reason),
                        denialReason,
                        run: () => setOpened(hold),
                      },
                    ]
                  : []
              }
            />
          </tr>
        )}
      </ResourceTable>
      {opened === 'new' && <NewHold onClose={onClose} />}
      {opened !== null && opened !== 'new' && (
        <Confirm
          title={messages.releaseTitle}
          text={messages.releaseText}
          submit={messages.release}
          action={() => api.retention.releaseHold({ params: { ...params, holdUuid: opened.uuid } })}
          onClose={onClose}
        />
      )}
    </Section>
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
