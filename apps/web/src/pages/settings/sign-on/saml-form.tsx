import { samlAttributes, SamlSettings, type SignOn } from '@assay/contract/sso.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { api } from '../../../api/client.ts'
import { Fields, type FieldsOf } from '../../../widgets/forms/fields.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { signOn } from '../../../messages/sign-on.ts'
import { Switch } from '../../../ui/switch.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { useUser } from '../use-user.ts'
import { NamesFields, TypedNames } from './names-field.tsx'

const messages = signOn.saml
// Forms are flat: 'emailAttribute' stands for attributes.email.
const { email, name, role, teams } = SamlSettings.shape.attributes.unwrap().shape
const schema = SamlSettings.omit({ attributes: true, allowsSha1: true }).extend({
  ...TypedNames,
  emailAttribute: email,
  nameAttribute: name,
  roleAttribute: role,
  teamsAttribute: teams,
})

const provider = Object.fromEntries(
  (['name', 'url', 'issuer'] as const).map((name) => [name, { ...messages.fields[name], spellCheck: false }]),
)
const attributes = Object.fromEntries(
  samlAttributes.map((each) => [`${each}Attribute`, { ...messages.attributes[each], spellCheck: false }]),
)

export function SamlForm({ saved }: { saved: SignOn['saml'] }) {
  const params = { accountUuid: useUser().account.uuid }
  const { savedNotice, showSaved } = useSavedNotice()
  const [allowsSha1, setAllowsSha1] = useState(saved?.allowsSha1 ?? false)
  const save = useSaving(async (typed: z.input<typeof schema>) => {
    const { emailAttribute, nameAttribute, roleAttribute, teamsAttribute, ...settings } = schema.parse(typed)
    const named = { email: emailAttribute, name: nameAttribute, role: roleAttribute, teams: teamsAttribute }
    await api.sso.putSaml({ params, body: { ...settings, allowsSha1, attributes: named } })
  })
  const values = saved
    ? {
        ...saved,
        ...Object.fromEntries(samlAttributes.map((each) => [`${each}Attribute`, saved.attributes[each]])),
      }
    : { name: signOn.usualName }
  return (
    <Form
      schema={schema}
      submit={signOn.save}
      aside={savedNotice}
      action={async (typed) => {
        await save(typed)
        showSaved(signOn.saved)
      }}
    >
      {(errors) => {
        const place = (fields: FieldsOf<typeof schema>) => (
          <Fields schema={schema} fields={fields} values={values} errors={errors} />
        )
        return (
          <div className="grid gap-4 lg:grid-cols-2">
            {place(provider)}
            <div className="lg:col-span-2">
              {place({ certificate: { ...messages.fields.certificate, rows: 5 } })}
            </div>
            <div className="lg:col-span-2">
              <Switch {...messages.sha1} isOn={allowsSha1} onChange={setAllowsSha1} />
            </div>
            {place(attributes)}
            <NamesFields saved={saved} errors={errors} />
          </div>
        )
      }}
    </Form>
  )
}
