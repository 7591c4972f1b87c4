import { type Configuration, FixTargets as Targets } from '@assay/contract/accounts.ts'
import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { useId } from 'react'
import { z } from 'zod'
import { severityNames } from '../../../messages/severity.ts'
import { account } from '../../../messages/account.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { ConfigurationForm } from './configuration-form.tsx'
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
  const hint = useId()
  return (
    <ConfigurationForm schema={schema} submit={messages.save} changeOf={(fixTargets) => ({ fixTargets })}>
      {(errors, isReadOnly) => (
        <div className="grid gap-1">
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            {ratedSeverities.map((severity) => (
              <TextField
                key={severity}
                label={severityNames[severity]}
                aria-describedby={hint}
                name={severity}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={fixTargets[severity] ?? ''}
                readOnly={isReadOnly}
                error={errors[severity]}
              />
            ))}
          </div>
          <p id={hint} className="m-0 text-xs text-soft">
            {messages.hint}
          </p>
        </div>
      )}
    </ConfigurationForm>
  )
}
