import { domains } from '@assay/engine/vocabulary.ts'
import type { Configuration } from '@assay/contract/accounts.ts'
import { z } from 'zod'
import { account } from '../../../messages/account.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { ScoreField } from './score-field.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { useConfiguration } from './use-configuration.ts'

const messages = account.minimum
const schema = z.object({ security: ScoreField, stability: ScoreField, licensing: ScoreField })

export function MinimumScores() {
  const { known } = useConfiguration()
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={known}>{({ minimumScores }) => <Scores {...minimumScores} />}</SettingsQuery>
    </Section>
  )
}

function Scores(scores: Configuration['minimumScores']) {
  return (
    <ConfigurationForm
      schema={schema}
      submit={messages.save}
      changeOf={(minimumScores) => ({ minimumScores })}
    >
      {(errors, isReadOnly) => (
        <div className="grid gap-4 sm:grid-cols-3">
          {domains.map((domain) => (
            <TextField
              key={domain}
              label={messages.scores[domain]}
              hint={messages.hint}
              name={domain}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={scores[domain]}
              readOnly={isReadOnly}
              error={errors[domain]}
              isRequired
            />
          ))}
        </div>
      )}
    </ConfigurationForm>
  )
}
