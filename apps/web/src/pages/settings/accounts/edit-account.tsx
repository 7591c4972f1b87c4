import { accounts } from '@assay/contract/accounts.ts'
import { planNames } from '@assay/contract/reference-data.ts'
import type { AccountSummary } from '@assay/contract/users.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { useSession } from '../../../api/session.tsx'
import { account as texts } from '../../../messages/account.ts'
import { accounts as messages } from '../../../messages/accounts.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { withFeature } from '../account/features-model.ts'

interface Props {
  account: AccountSummary
  onClose: () => void
}

interface Details {
  name?: string | undefined
  email?: string | undefined
}

/** Name, address, plan and features of an account; unchanged values are not sent. */
export function EditAccount({ account, onClose }: Props) {
  const { reload } = useSession()
  const [plan, setPlan] = useState(account.plan)
  const [features, setFeatures] = useState<readonly string[]>(account.features)
  const params = { accountUuid: account.uuid }
  const save = async (body: Details) => {
    if (body.name !== account.name || body.email !== account.email)
      await api.accounts.update({ params, body })
    const name = planNames.find((each) => each === plan)
    if (name !== undefined && plan !== account.plan) await api.accounts.setPlan({ params, query: { name } })
    if (features !== account.features)
      await api.accounts.setFeatures({ params, query: { names: features.join(',') } })
    await reload()
  }
  return (
    <FormDialog
      title={messages.editOf(account.name)}
      schema={accounts.update.body}
      fields={{
        name: { label: messages.columns.name },
        email: { label: messages.columns.email, type: 'email' },
      }}
      values={account}
      submit={messages.save}
      action={save}
      onClose={onClose}
    >
      {(fields) => (
        <>
          {fields}
          <SelectField
            label={messages.columns.plan}
            value={plan}
            options={planNames.map((value) => ({
              value,
              label: ownProperty(texts.plan.names, value) ?? value,
            }))}
            onChange={setPlan}
          />
          <Features
            features={features}
            onChange={(name, isOn) => setFeatures(withFeature(features, name, isOn))}
          />
        </>
      )}
    </FormDialog>
  )
}

interface FeaturesProps {
  features: readonly string[]
  onChange: (name: string, isOn: boolean) => void
}

/** 'members' is derived from the others. */
function Features({ features, onChange }: FeaturesProps) {
  const catalog = useQuery(query(api.referenceData.features, {}))
  return (
    <fieldset className="m-0 grid gap-x-4 gap-y-2 border-0 p-0 sm:grid-cols-2">
      <legend className="mb-1 p-0 text-sm font-medium">{messages.columns.features}</legend>
      {(catalog.data ?? [])
        .filter(({ name }) => name !== 'members')
        .map(({ name }) => (
          <Checkbox
            key={name}
            label={ownProperty(texts.features.names, name) ?? name}
            isChecked={features.includes(name)}
            onChange={(isOn) => onChange(name, isOn)}
          />
        ))}
    </fieldset>
  )
}
