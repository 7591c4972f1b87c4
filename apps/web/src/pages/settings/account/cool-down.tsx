import { accounts, type Configuration, CoolDownDays } from '@assay/contract/accounts.ts'
import { z } from 'zod'
import { account } from '../../../messages/account.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { Form } from '../../../widgets/form.tsx'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
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
  const { configure } = useConfiguration()
  const { said, say } = useSavedNotice()
  const save = useSaving(configure)
  const denialReason = useDenialReason()(accounts.configure)
  return (
    <div className="max-w-sm">
      <Form
        schema={schema}
        submit={messages.save}
        denialReason={denialReason}
        aside={said}
        action={async (typed) => {
          await save(schema.parse(typed))
          say(account.saved)
        }}
      >
        {(errors) => (
          <TextField
            label={messages.days}
            hint={messages.hint}
            name="coolDownDays"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={coolDownDays}
            readOnly={denialReason !== null}
            error={errors['coolDownDays']}
            isRequired
          />
        )}
      </Form>
    </div>
  )
}
