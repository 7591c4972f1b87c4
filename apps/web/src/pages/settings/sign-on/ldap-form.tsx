import { LdapSettings, type SignOn } from '@assay/contract/sso.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { Fields, type FieldsOf } from '../../../widgets/forms/fields.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { signOn } from '../../../messages/sign-on.ts'
import { Switch } from '../../../ui/switch.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { useUser } from '../use-user.ts'
import { NamesFields, TypedNames } from './names-field.tsx'

const messages = signOn.ldap
const { id, email, name } = LdapSettings.shape.attributes.unwrap().shape
const urlsOf = (text: string) => text.split(/\s+/).filter((each) => each !== '')
// Forms are flat: 'emailAttribute' stands for attributes.email.
const schema = LdapSettings.omit({ attributes: true, nestsGroups: true, trustsAddresses: true }).extend({
  ...TypedNames,
  urls: z.string().transform(urlsOf).pipe(LdapSettings.shape.urls),
  bindPassword: z.string().max(1024),
  idAttribute: id,
  emailAttribute: email,
  nameAttribute: name,
})
const switches = ['nestsGroups', 'trustsAddresses'] as const
const usual = LdapSettings.parse({ name: messages.usualName, urls: ['ldaps://x'], baseDn: 'x' })
const plain = (...names: (keyof typeof messages.fields)[]) =>
  Object.fromEntries(names.map((each) => [each, { ...messages.fields[each], spellCheck: false }]))

function valuesOf(saved: SignOn['ldap']) {
  const { attributes, urls, ...values } = saved ?? { ...usual, urls: [], baseDn: '' }
  return {
    ...values,
    urls: urls.join(' '),
    idAttribute: attributes.id,
    emailAttribute: attributes.email,
    nameAttribute: attributes.name,
  }
}

export function LdapForm({ saved }: { saved: SignOn['ldap'] }) {
  const params = { accountUuid: useUser().account.uuid }
  const { savedNotice, showSaved } = useSavedNotice()
  const [isOn, setOn] = useState({
    nestsGroups: saved?.nestsGroups ?? false,
    trustsAddresses: saved?.trustsAddresses ?? false,
  })
  const save = useSaving(async (typed: z.input<typeof schema>) => {
    const { idAttribute, emailAttribute, nameAttribute, bindPassword, ...settings } = schema.parse(typed)
    const attributes = { id: idAttribute, email: emailAttribute, name: nameAttribute }
    const body = { ...settings, ...isOn, attributes, ...(bindPassword !== '' && { bindPassword }) }
    await api.sso.putLdap({ params, body })
  })
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
          <Fields schema={schema} fields={fields} values={valuesOf(saved)} errors={errors} />
        )
        const { bindPassword, certificate } = messages.fields
        return (
          <div className="grid gap-4 lg:grid-cols-2">
            {place({
              ...plain('name', 'urls', 'bindDn'),
              bindPassword: {
                ...bindPassword,
                hint: saved?.hasSecret ? signOn.oidc.secretKept : bindPassword.hint,
                type: 'password',
                autoComplete: 'new-password',
              },
              ...plain('baseDn', 'userFilter', 'emailAttribute', 'nameAttribute', 'idAttribute'),
            })}
            <div className="lg:col-span-2">{place({ certificate: { ...certificate, rows: 3 } })}</div>
            {place(plain('groupBaseDn', 'groupFilter'))}
            {switches.map((each) => (
              <Switch
                key={each}
                {...messages[each]}
                isOn={isOn[each]}
                onChange={(next) => setOn({ ...isOn, [each]: next })}
              />
            ))}
            <NamesFields saved={saved} errors={errors} hint={messages.namesHint} />
          </div>
        )
      }}
    </Form>
  )
}
