import { images as contract, type RegistryLogin } from '@assay/contract/images.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { images } from '../../../messages/images.ts'
import { serverAddress } from '../../../paths.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { usePermission } from '../../../widgets/use-permission.ts'
import { ActionButton } from '../action-button.tsx'
import { Copied } from '../copied.tsx'
import { ActionsCell, NameCell, ResourceTable } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

const messages = images.logins
const columns = [messages.columns.host, messages.columns.user, messages.columns.changed].map((title) => ({
  title,
}))

/** For those who may see the configuration. */
export const Logins = () => (usePermission()('configuration.read') ? <List /> : null)

type Opened = 'new' | RegistryLogin

function List() {
  const accountUuid = useUser().account.uuid
  const denialReason = useDenialReason()(contract.saveLogin)
  const stored = useQuery(query(api.images.logins, { params: { accountUuid } }))
  const [opened, setOpened] = useState<Opened | null>(null)
  const onClose = () => setOpened(null)
  return (
    <>
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
        <ResourceTable
          label={messages.title}
          query={{ ...stored, data: stored.data?.logins }}
          columns={columns}
          none={messages.none}
        >
          {(login) => (
            <tr key={login.uuid} className={rowStyle}>
              <NameCell>{login.host}</NameCell>
              <td className="px-3 py-1.5 [overflow-wrap:anywhere]">{login.user}</td>
              <td className="px-3 py-1.5">
                <When epochMs={login.changedAt} />
              </td>
              <ActionsCell
                actions={[
                  {
                    text: messages.remove,
                    label: messages.removeOf(login.host),
                    denialReason,
                    run: () => setOpened(login),
                  },
                ]}
              />
            </tr>
          )}
        </ResourceTable>
        {opened === 'new' && <NewLogin accountUuid={accountUuid} onClose={onClose} />}
        {opened !== null && opened !== 'new' && (
          <Confirm
            title={messages.removeTitle(opened.host)}
            text={messages.removeText}
            submit={messages.remove}
            action={() => api.images.removeLogin({ params: { accountUuid, loginUuid: opened.uuid } })}
            onClose={onClose}
          />
        )}
      </Section>
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
