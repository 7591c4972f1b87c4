import { type Configuration, CoolDownDays } from '@assay/contract/accounts.ts'
import { z } from 'zod'
import { account } from '../../../messages/account.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { ConfigurationForm } from './configuration-form.tsx'
import { useConfiguration } from './use-configuration.ts'

const messages = account.coolDown
const schema = z.object({
  coolDownDays: z
    .string()
    .transform((text) => (text.trim() === '' ? null : Number(text)))
    .pipe(CoolDownDays),
})

/** Minimum age of a release before it is recommended. */
export function CoolDown() {
  const { known } = useConfiguration()
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={known}>{(configuration) => <Days {...configuration} />}</SettingsQuery>
    </Section>
  )
}

function Days({ coolDownDays }: Pick<Configuration, 'coolDownDays'>) {
  return (
    <ConfigurationForm schema={schema} submit={messages.save} changeOf={(values) => values}>
      {(errors, isReadOnly) => (
        <TextField
          label={messages.days}
          hint={messages.hint}
          name="coolDownDays"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={coolDownDays}
          readOnly={isReadOnly}
          error={errors['coolDownDays']}
          isRequired
        />
      )}
    </ConfigurationForm>
  )
}
