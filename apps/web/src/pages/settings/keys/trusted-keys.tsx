import { type TrustedKey, trustedKeys } from '@assay/contract/trusted-keys.ts'
import { type TrustedRoot, trustedRoots } from '@assay/contract/trusted-roots.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { settings } from '../../../messages/settings.ts'
import { trustedKeys as messages } from '../../../messages/trusted-keys.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { ActionButton } from '../action-button.tsx'
import { ResourceSection } from '../resource-section.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { EditRoot } from './edit-root.tsx'

const { title } = settings.sections.keys
const columns = Object.values(messages.columns).map((each) => ({ title: each }))

type Trusted = TrustedKey | TrustedRoot
const isRoot = (trusted: Trusted): trusted is TrustedRoot => 'identities' in trusted

/** Keys and Sigstore roots: whose signatures count. */
export function TrustedKeys() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReasonOf = useDenialReason()
  const [isAddingRoot, setAddingRoot] = useState(false)
  return (
    <>
      <ResourceSection<Trusted>
        title={title}
        isTitleHidden
        more={
          <ActionButton denialReason={denialReasonOf(trustedRoots.add)} onPress={() => setAddingRoot(true)}>
            {messages.addRoot}
          </ActionButton>
        }
        add={{ label: messages.add, denialReason: denialReasonOf(trustedKeys.add), isPrimary: true }}
        query={useTrusted(params)}
        columns={columns}
        none={messages.none}
        renderDialog={(item, onClose) =>
          item && isRoot(item) ? (
            <EditRoot root={item} {...params} onClose={onClose} />
          ) : (
            <NewKey params={params} onClose={onClose} />
          )
        }
        remove={(trusted) => ({
          title: messages.confirm(trusted.name),
          text: isRoot(trusted) ? messages.confirmRootText : messages.confirmText,
          submit: messages.remove,
          action: () => remove(trusted, params),
        })}
      >
        {(trusted, ask) => (
          <tr key={trusted.uuid} className={rowStyle}>
            <NameCell>{trusted.name}</NameCell>
            <td className={cellStyle}>{isRoot(trusted) ? messages.rootKind : trusted.kind}</td>
            <td className={`${cellStyle} min-w-40 [overflow-wrap:anywhere]`}>
              {isRoot(trusted) && <Identities {...trusted} />}
              <code className="text-xs">{trusted.fingerprint}</code>
            </td>
            <td className={cellStyle}>
              <When epochMs={trusted.createdAt} />
            </td>
            <ActionsCell
              actions={[
                ...(isRoot(trusted)
                  ? [
                      {
                        text: messages.edit,
                        label: messages.editOf(trusted.name),
                        denialReason: denialReasonOf(trustedRoots.update),
                        run: ask.edit,
                      },
                    ]
                  : []),
                {
                  text: messages.remove,
                  label: messages.removeOf(trusted.name),
                  denialReason: denialReasonOf(isRoot(trusted) ? trustedRoots.remove : trustedKeys.remove),
                  run: ask.remove,
                },
              ]}
            />
          </tr>
        )}
      </ResourceSection>
      {isAddingRoot && <EditRoot root={null} {...params} onClose={() => setAddingRoot(false)} />}
    </>
  )
}

interface Params {
  accountUuid: string
}

/** Both, by name. */
function useTrusted(params: Params) {
  const keys = useQuery(query(api.trustedKeys.list, { params }))
  const roots = useQuery(query(api.trustedRoots.list, { params }))
  return {
    data:
      keys.data &&
      roots.data &&
      [...keys.data, ...roots.data].toSorted((a: Trusted, b: Trusted) => a.name.localeCompare(b.name)),
    error: keys.error ?? roots.error,
    refetch: () => Promise.all([keys.refetch(), roots.refetch()]),
  }
}

async function remove(trusted: Trusted, params: Params) {
  if (isRoot(trusted)) await api.trustedRoots.remove({ params: { ...params, trustedRootUuid: trusted.uuid } })
  else await api.trustedKeys.remove({ params: { ...params, trustedKeyUuid: trusted.uuid } })
  showNotice(isRoot(trusted) ? messages.rootRemoved : messages.removed)
}

const Identities = ({ identities, authorities }: TrustedRoot) => (
  <ul className="m-0 mb-1 grid list-none gap-1 p-0">
    {identities.map(({ subject, issuer }) => (
      <li key={`${issuer} ${subject}`}>
        {subject} <span className="text-xs text-soft">{issuer}</span>
      </li>
    ))}
    {authorities.length > 0 && (
      <li className="text-xs text-soft">{messages.authorities(authorities.join(', '))}</li>
    )}
  </ul>
)

const NewKey = ({ params, onClose }: { params: Params; onClose: () => void }) => (
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
