import { OidcSettings, type SignOn } from '@assay/contract/sso.ts'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { Form } from '../../../parts/form.tsx'
import { signOn } from '../../../texts/sign-on.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useSaving } from '../use-act.ts'
import { useSaid } from '../use-said.tsx'
import { useUser } from '../use-user.ts'
import { NamesFields, TypedNames } from './names-field.tsx'

const words = signOn.oidc
const schema = OidcSettings.extend({ ...TypedNames, clientSecret: z.string().max(1024) })
const fields = ['name', 'issuer', 'clientId', 'clientSecret', 'scopes', 'roleClaim', 'teamsClaim'] as const
const usual: Partial<Record<(typeof fields)[number], string>> = {
  ...{ name: signOn.usualName, scopes: 'openid email profile' },
}
const required = new Set<string>(['name', 'issuer', 'clientId', 'scopes'])

export function OidcForm({ kept }: { kept: SignOn['oidc'] }) {
  const params = { accountUuid: useUser().account.uuid }
  const { said, say } = useSaid()
  const save = useSaving(async (typed: z.input<typeof schema>) => {
    const { clientSecret, ...settings } = schema.parse(typed)
    await api.sso.putOidc({ params, body: { ...settings, ...(clientSecret !== '' && { clientSecret }) } })
  })
  return (
    <Form
      schema={schema}
      submit={signOn.save}
      aside={said}
      act={async (typed) => {
        await save(typed)
        say(signOn.saved)
      }}
    >
      {(errors) => (
        <div className="grid gap-4 lg:grid-cols-2">
          {fields.map((name) => (
            <div key={name} className={name === 'scopes' ? 'lg:col-span-2' : ''}>
              <TextField
                name={name}
                label={words.fields[name].label}
                hint={name === 'clientSecret' && kept?.hasSecret ? words.secretKept : words.fields[name].hint}
                type={name === 'clientSecret' ? 'password' : 'text'}
                autoComplete={name === 'clientSecret' ? 'new-password' : 'off'}
                spellCheck={false}
                defaultValue={name === 'clientSecret' ? '' : (kept?.[name] ?? usual[name] ?? '')}
                isRequired={required.has(name)}
                error={errors[name]}
              />
            </div>
          ))}
          <NamesFields kept={kept} errors={errors} />
        </div>
      )}
    </Form>
  )
}
