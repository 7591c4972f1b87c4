import { SamlSettings, type SignOn } from '@assay/contract/sso.ts'
import type { z } from 'zod'
import { api } from '../../../api/client.ts'
import { Form } from '../../../parts/form.tsx'
import { signOn } from '../../../texts/sign-on.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSaving } from '../use-act.ts'
import { useSaid } from '../use-said.tsx'
import { useUser } from '../use-user.ts'
import { NamesFields, TypedNames } from './names-field.tsx'

const words = signOn.saml
const attributes = ['email', 'name', 'role', 'teams'] as const
// A form is flat: 'emailAttribute' stands for attributes.email.
const { email, name, role, teams } = SamlSettings.shape.attributes.unwrap().shape
const schema = SamlSettings.omit({ attributes: true }).extend({
  ...TypedNames,
  ...{ emailAttribute: email, nameAttribute: name, roleAttribute: role, teamsAttribute: teams },
})

export function SamlForm({ kept }: { kept: SignOn['saml'] }) {
  const params = { accountUuid: useUser().account.uuid }
  const { said, say } = useSaid()
  const save = useSaving(async (typed: z.input<typeof schema>) => {
    const { emailAttribute, nameAttribute, roleAttribute, teamsAttribute, ...settings } = schema.parse(typed)
    const named = { email: emailAttribute, name: nameAttribute, role: roleAttribute, teams: teamsAttribute }
    await api.sso.putSaml({ params, body: { ...settings, attributes: named } })
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
          {(['name', 'url', 'issuer'] as const).map((field) => (
            <TextField
              key={field}
              name={field}
              {...words.fields[field]}
              autoComplete="off"
              spellCheck={false}
              defaultValue={kept?.[field] ?? (field === 'name' ? signOn.usualName : '')}
              isRequired
              error={errors[field]}
            />
          ))}
          <div className="lg:col-span-2">
            <TextArea
              name="certificate"
              {...words.fields.certificate}
              rows={5}
              defaultValue={kept?.certificate ?? ''}
              isRequired
              error={errors.certificate}
            />
          </div>
          {attributes.map((each) => (
            <TextField
              key={each}
              name={`${each}Attribute`}
              {...words.attributes[each]}
              autoComplete="off"
              spellCheck={false}
              defaultValue={kept?.attributes[each] ?? ''}
              error={errors[`${each}Attribute`]}
            />
          ))}
          <NamesFields kept={kept} errors={errors} />
        </div>
      )}
    </Form>
  )
}
