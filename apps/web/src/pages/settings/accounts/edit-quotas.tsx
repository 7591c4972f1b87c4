import { Quotas } from '@assay/contract/quotas.ts'
import type { AccountSummary } from '@assay/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { formatNumber } from '../../../language/format.ts'
import { accounts } from '../../../messages/accounts.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { SettingsQuery } from '../settings-query.tsx'

const messages = accounts.quotas
const names = ['projects', 'uploadsAnHour', 'storageBytes', 'waitingScans'] as const
const typed = z.string().transform((text) => (text.trim() === '' ? null : Number(text)))
const { shape } = Quotas
const schema = z.object({
  projects: typed.pipe(shape.projects.unwrap()),
  uploadsAnHour: typed.pipe(shape.uploadsAnHour.unwrap()),
  storageBytes: typed.pipe(shape.storageBytes.unwrap()),
  waitingScans: typed.pipe(shape.waitingScans.unwrap()),
})

/** What the operator allows an account, with what it uses. */
export function EditQuotas({ account, onClose }: { account: AccountSummary; onClose: () => void }) {
  const params = { accountUuid: account.uuid }
  const known = useQuery(query(api.quotas.get, { params }))
  return (
    <SettingsQuery query={known}>
      {({ allowed, used }) => (
        <FormDialog
          title={messages.title(account.name)}
          lead={<p className="m-0 text-soft">{messages.lead}</p>}
          schema={schema}
          fields={Object.fromEntries(
            names.map((name) => [
              name,
              {
                label: messages.fields[name],
                hint: messages.used(formatNumber(used[name])),
                inputMode: 'numeric' as const,
              },
            ]),
          )}
          values={allowed}
          submit={accounts.save}
          action={(values) => api.quotas.save({ params, body: schema.parse(values) })}
          onClose={onClose}
        />
      )}
    </SettingsQuery>
  )
}
