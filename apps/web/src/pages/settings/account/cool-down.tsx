import { CoolDownDays } from '@assay/contract/accounts.ts'
import { z } from 'zod'
import { account } from '../../../messages/account.ts'
import { ConfigurationForm } from './configuration-form.tsx'

const messages = account.coolDown
const schema = z.object({
  coolDownDays: z
    .string()
    .transform((text) => (text.trim() === '' ? null : Number(text)))
    .pipe(CoolDownDays),
})

/** Minimum age of a release before it is recommended. */
export const CoolDown = () => (
  <ConfigurationForm
    messages={messages}
    schema={schema}
    fields={{ coolDownDays: { label: messages.days, hint: messages.hint, inputMode: 'numeric' } }}
    valuesOf={({ coolDownDays }) => ({ coolDownDays })}
    changeOf={(values) => values}
  />
)
