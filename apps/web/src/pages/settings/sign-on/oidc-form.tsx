import { OidcSettings, type SignOn } from '@assay/contract/sso.ts'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { Form } from '../../../widgets/forms/form.tsx'
import { signOn } from '../../../messages/sign-on.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { useUser } from '../use-user.ts'
import { NamesFields, TypedNames } from './names-field.tsx'

const messages = signOn.oidc
const schema = OidcSettings.extend({ ...TypedNames, clientSecret: z.string().max(1024) })
const fields = ['name', 'issuer', 'clientId', 'clientSecret', 'scopes', 'roleClaim', 'teamsClaim'] as const
const usual: Partial<Record<(typeof fields)[number], string>> = {
  name: signOn.usualName,
  scopes: 'openid email profile',
}
const required = new Set<string>(['name', 'issuer', 'clientId', 'scopes'])

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
      {(errors) => (
        <div className="grid gap-4 lg:grid-cols-2">
          {fields.map((name) => (
            <div key={name} className={name === 'scopes' ? 'lg:col-span-2' : ''}>
              <TextField
                name={name}
                label={messages.fields[name].label}
                hint={
                  name === 'clientSecret' && saved?.hasSecret
                    ? messages.secretKept
                    : messages.fields[name].hint
                }
                type={name === 'clientSecret' ? 'password' : 'text'}
                autoComplete={name === 'clientSecret' ? 'new-password' : 'off'}
                spellCheck={false}
                defaultValue={name === 'clientSecret' ? '' : (saved?.[name] ?? usual[name] ?? '')}
                isRequired={required.has(name)}
                error={errors[name]}
              />
            </div>
          ))}
          <NamesFields saved={saved} errors={errors} />
        </div>
      )}
    </Form>
  )
}
