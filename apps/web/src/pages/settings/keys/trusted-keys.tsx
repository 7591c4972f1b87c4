import { type TrustedKey, trustedKeys } from '@assay/contract/trusted-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { settings } from '../../../messages/settings.ts'
import { trustedKeys as messages } from '../../../messages/trusted-keys.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { ResourceSection } from '../resource-section.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

const { title } = settings.sections.keys
const columns = Object.values(messages.columns).map((each) => ({ title: each }))

export function TrustedKeys() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReasonOf = useDenialReason()
  const list = useQuery(query(api.trustedKeys.list, { params }))
  return (
    <ResourceSection<TrustedKey>
      title={title}
      isTitleHidden
      add={{ label: messages.add, denialReason: denialReasonOf(trustedKeys.add), isPrimary: true }}
      query={list}
      columns={columns}
      none={messages.none}
      renderDialog={(_, onClose) => <NewKey params={params} onClose={onClose} />}
      remove={({ uuid, name }) => ({
        title: messages.confirm(name),
        text: messages.confirmText,
        submit: messages.remove,
        action: async () => {
          await api.trustedKeys.remove({ params: { ...params, trustedKeyUuid: uuid } })
          showNotice(messages.removed)
        },
      })}
    >
      {({ uuid, name, kind, fingerprint, createdAt }, { remove }) => (
        <tr key={uuid} className={rowStyle}>
          <NameCell>{name}</NameCell>
          <td className={cellStyle}>{kind}</td>
          <td className={`${cellStyle} min-w-40 [overflow-wrap:anywhere]`}>
            <code className="text-xs">{fingerprint}</code>
          </td>
          <td className={cellStyle}>
            <When epochMs={createdAt} />
          </td>
          <ActionsCell
            actions={[
              {
                text: messages.remove,
                label: messages.removeOf(name),
                denialReason: denialReasonOf(trustedKeys.remove),
                run: remove,
              },
            ]}
          />
        </tr>
      )}
    </ResourceSection>
  )
}

const NewKey = ({ params, onClose }: { params: { accountUuid: string }; onClose: () => void }) => (
  <FormDialog
    title={messages.add}
    schema={trustedKeys.add.body}
    fields={{
      name: { label: messages.name, hint: messages.nameHint },
      pem: { label: messages.pem, hint: messages.pemHint, rows: 6 },
    }}
    submit={messages.save}
    action={async (body) => {
      await api.trustedKeys.add({ params, body })
      showNotice(messages.added)
    }}
    onClose={onClose}
  />
)
