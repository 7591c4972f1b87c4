import { images as contract, type RegistryLogin } from '@assay/contract/images.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { images } from '../../../messages/images.ts'
import { serverAddress } from '../../../paths.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { When } from '../../../ui/when.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { usePermission } from '../../../widgets/use-permission.ts'
import { Copied } from '../copied.tsx'
import { ResourceSection } from '../resource-section.tsx'
import type { Column } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

const messages = images.logins
const columns: readonly Column<RegistryLogin>[] = [
  { title: messages.columns.host, cell: ({ host }) => host },
  { title: messages.columns.user, cell: ({ user }) => user, style: '[overflow-wrap:anywhere]' },
  { title: messages.columns.changed, cell: ({ changedAt }) => <When epochMs={changedAt} />, style: '' },
]

/** For those who may see the configuration. */
export const Logins = () => (usePermission()('configuration.read') ? <List /> : null)

function List() {
  const accountUuid = useUser().account.uuid
  const denialReason = useDenialReason()(contract.saveLogin)
  const stored = useQuery(query(api.images.logins, { params: { accountUuid } }))
  return (
    <>
      <ResourceSection
        title={messages.title}
        lead={messages.lead}
        add={{
          label: messages.add,
          denialReason,
          renderDialog: (onClose) => <NewLogin accountUuid={accountUuid} onClose={onClose} />,
        }}
        query={{ ...stored, data: stored.data?.logins }}
        columns={columns}
        none={messages.none}
        actions={({ host, uuid: loginUuid }) => [
          {
            text: messages.remove,
            label: messages.removeOf(host),
            denialReason,
            confirm: {
              title: messages.removeTitle(host),
              text: messages.removeText,
              submit: messages.remove,
              action: () => api.images.removeLogin({ params: { accountUuid, loginUuid } }),
            },
          },
        ]}
      />
      {stored.data && (
        <Section title={images.hook.title} lead={images.hook.lead}>
          <Copied values={[[images.hook.address, serverAddress() + stored.data.hookPath]]} />
        </Section>
      )}
    </>
  )
}

const NewLogin = ({ accountUuid, onClose }: { accountUuid: string; onClose: () => void }) => (
  <FormDialog
    title={messages.add}
    isHeld
    schema={contract.saveLogin.body}
    fields={{
      host: { label: messages.host, hint: messages.hostHint },
      user: { label: messages.user },
      password: { label: messages.password, type: 'password' },
    }}
    submit={messages.save}
    action={async (body) => {
      await api.images.saveLogin({ params: { accountUuid }, body })
      showNotice(messages.saved)
    }}
    onClose={onClose}
  />
)
