import { type TrustedKey, trustedKeys } from '@assay/contract/trusted-keys.ts'
import { type TrustedRoot, trustedRoots } from '@assay/contract/trusted-roots.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { settings } from '../../../messages/settings.ts'
import { trustedKeys as messages } from '../../../messages/trusted-keys.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { When } from '../../../ui/when.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { DialogButton } from '../action-button.tsx'
import { ResourceSection } from '../resource-section.tsx'
import { type Column, wraps } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { EditRoot } from './edit-root.tsx'

const { title } = settings.sections.keys
type Trusted = TrustedKey | TrustedRoot
const isRoot = (trusted: Trusted): trusted is TrustedRoot => 'identities' in trusted

const columns: readonly Column<Trusted>[] = [
  { title: messages.columns.name, cell: ({ name }) => name },
  {
    title: messages.columns.kind,
    cell: (trusted) => (isRoot(trusted) ? messages.rootKind : trusted.kind),
  },
  {
    title: messages.columns.fingerprint,
    style: `${wraps} whitespace-nowrap`,
    cell: (trusted) => (
      <>
        {isRoot(trusted) && <Identities {...trusted} />}
        <code className="text-xs">{trusted.fingerprint}</code>
      </>
    ),
  },
  { title: messages.columns.since, cell: ({ createdAt }) => <When epochMs={createdAt} /> },
]

/** Keys and Sigstore roots: whose signatures count. */
export function TrustedKeys() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReasonOf = useDenialReason()
  const edit = (root: TrustedRoot | null) => (onClose: () => void) => (
    <EditRoot root={root} {...params} onClose={onClose} />
  )
  return (
    <ResourceSection<Trusted>
      title={title}
      isTitleHidden
      more={
        <DialogButton denialReason={denialReasonOf(trustedRoots.add)} renderDialog={edit(null)}>
          {messages.addRoot}
        </DialogButton>
      }
      add={{
        label: messages.add,
        denialReason: denialReasonOf(trustedKeys.add),
        isPrimary: true,
        renderDialog: (onClose) => <NewKey params={params} onClose={onClose} />,
      }}
      query={useTrusted(params)}
      columns={columns}
      none={messages.none}
      actions={(trusted) => [
        ...(isRoot(trusted)
          ? [
              {
                text: messages.edit,
                label: messages.editOf(trusted.name),
                denialReason: denialReasonOf(trustedRoots.update),
                renderDialog: edit(trusted),
              },
            ]
          : []),
        {
          text: messages.remove,
          label: messages.removeOf(trusted.name),
          denialReason: denialReasonOf(isRoot(trusted) ? trustedRoots.remove : trustedKeys.remove),
          confirm: {
            title: messages.confirm(trusted.name),
            text: isRoot(trusted) ? messages.confirmRootText : messages.confirmText,
            submit: messages.remove,
            action: () => remove(trusted, params),
          },
        },
      ]}
    />
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
