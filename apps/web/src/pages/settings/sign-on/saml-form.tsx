import { samlAttributes, SamlSettings, type SignOn } from '@assay/contract/sso.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { api } from '../../../api/client.ts'
import { Form } from '../../../widgets/forms/form.tsx'
import { signOn } from '../../../messages/sign-on.ts'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
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

export function SamlForm({ saved }: { saved: SignOn['saml'] }) {
  const params = { accountUuid: useUser().account.uuid }
  const { savedNotice, showSaved } = useSavedNotice()
  const [allowsSha1, setAllowsSha1] = useState(saved?.allowsSha1 ?? false)
  const save = useSaving(async (typed: z.input<typeof schema>) => {
    const { emailAttribute, nameAttribute, roleAttribute, teamsAttribute, ...settings } = schema.parse(typed)
    const named = { email: emailAttribute, name: nameAttribute, role: roleAttribute, teams: teamsAttribute }
    await api.sso.putSaml({ params, body: { ...settings, allowsSha1, attributes: named } })
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
          {(['name', 'url', 'issuer'] as const).map((field) => (
            <TextField
              key={field}
              name={field}
              {...messages.fields[field]}
              autoComplete="off"
              spellCheck={false}
              defaultValue={saved?.[field] ?? (field === 'name' ? signOn.usualName : '')}
              isRequired
              error={errors[field]}
            />
          ))}
          <div className="lg:col-span-2">
            <TextArea
              name="certificate"
              {...messages.fields.certificate}
              rows={5}
              defaultValue={saved?.certificate ?? ''}
              isRequired
              error={errors.certificate}
            />
          </div>
          <div className="lg:col-span-2">
            <Switch {...messages.sha1} isOn={allowsSha1} onChange={setAllowsSha1} />
          </div>
          {samlAttributes.map((each) => (
            <TextField
              key={each}
              name={`${each}Attribute`}
              {...messages.attributes[each]}
              autoComplete="off"
              spellCheck={false}
              defaultValue={saved?.attributes[each] ?? ''}
              error={errors[`${each}Attribute`]}
            />
          ))}
          <NamesFields saved={saved} errors={errors} />
        </div>
      )}
    </Form>
  )
}
