import { domains } from '@assay/engine/vocabulary.ts'
import { accounts, type Configuration } from '@assay/contract/accounts.ts'
import { z } from 'zod'
import { Form } from '../../../widgets/form.tsx'
import { account } from '../../../messages/account.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { ScoreField } from './score-field.ts'
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
          await save({ minimumScores: schema.parse(typed) })
          say(account.saved)
        }}
      >
        {(errors) => (
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
                readOnly={denialReason !== null}
                error={errors[domain]}
                isRequired
              />
            ))}
          </div>
        )}
      </Form>
    </div>
  )
}
