import { accounts, type Configuration, FixTargets as Targets } from '@assay/contract/accounts.ts'
import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { severityNames } from '../../../messages/severity.ts'
import { account } from '../../../messages/account.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { Form } from '../../../widgets/form.tsx'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { useConfiguration } from './use-configuration.ts'

const messages = account.fixTargets
const typed = z.string().transform((text) => (text.trim() === '' ? null : Number(text)))
const schema = z.object({
  CRITICAL: typed.pipe(Targets.shape.CRITICAL),
  HIGH: typed.pipe(Targets.shape.HIGH),
  MEDIUM: typed.pipe(Targets.shape.MEDIUM),
  LOW: typed.pipe(Targets.shape.LOW),
})

/** Fix targets in days, by severity. */
export function FixTargets() {
  const { known } = useConfiguration()
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={known}>{(configuration) => <Days {...configuration} />}</SettingsQuery>
    </Section>
  )
}

function Days({ fixTargets }: Pick<Configuration, 'fixTargets'>) {
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
        action={async (values) => {
          await save({ fixTargets: schema.parse(values) })
          say(account.saved)
        }}
      >
        {(errors) =>
          ratedSeverities.map((severity) => (
            <TextField
              key={severity}
              label={severityNames[severity]}
              hint={messages.hint}
              name={severity}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={fixTargets[severity] ?? ''}
              readOnly={denialReason !== null}
              error={errors[severity]}
            />
          ))
        }
      </Form>
    </div>
  )
}
