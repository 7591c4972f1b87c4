import { OidcSettings, type SignOn } from '@assay/contract/sso.ts'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { Fields, type FieldsOf } from '../../../widgets/forms/fields.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { signOn } from '../../../messages/sign-on.ts'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { useUser } from '../use-user.ts'
import { NamesFields, TypedNames } from './names-field.tsx'

const messages = signOn.oidc
const schema = OidcSettings.extend({ ...TypedNames, clientSecret: z.string().max(1024) })
const usual = { name: signOn.usualName, scopes: 'openid email profile' }
const plain = (name: Exclude<keyof typeof messages.fields, 'clientSecret'>) => ({
  [name]: { ...messages.fields[name], spellCheck: false },
})

export function OidcForm({ saved }: { saved: SignOn['oidc'] }) {
  const params = { accountUuid: useUser().account.uuid }
  const { savedNotice, showSaved } = useSavedNotice()
  const save = useSaving(async (typed: z.input<typeof schema>) => {
    const { clientSecret, ...settings } = schema.parse(typed)
    await api.sso.putOidc({ params, body: { ...settings, ...(clientSecret !== '' && { clientSecret }) } })
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
          <Fields schema={schema} fields={fields} values={saved ?? usual} errors={errors} />
        )
        const { label, hint } = messages.fields.clientSecret
        return (
          <div className="grid gap-4 lg:grid-cols-2">
            {place({
              ...plain('name'),
              ...plain('issuer'),
              ...plain('clientId'),
              clientSecret: {
                label,
                hint: saved?.hasSecret ? messages.secretKept : hint,
                type: 'password',
                autoComplete: 'new-password',
              },
            })}
            <div className="lg:col-span-2">{place(plain('scopes'))}</div>
            {place({ ...plain('roleClaim'), ...plain('teamsClaim') })}
            <NamesFields saved={saved} errors={errors} />
          </div>
        )
      }}
    </Form>
  )
}
