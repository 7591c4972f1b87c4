import { accounts, type Configuration } from '@assay/contract/accounts.ts'
import { z } from 'zod'
import { Form } from '../../../parts/form.tsx'
import { account } from '../../../texts/account.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { useSaving } from '../use-act.ts'
import { useRefusal } from '../use-refusal.ts'
import { useSaid } from '../use-said.tsx'
import { ScoreField } from './score-field.ts'
import { useConfiguration } from './use-configuration.ts'

const words = account.minimum
const domains = ['security', 'stability', 'licensing'] as const
const schema = z.object({ security: ScoreField, stability: ScoreField, licensing: ScoreField })

export function MinimumScores() {
  const { known } = useConfiguration()
  return (
    <Part title={words.title} lead={words.lead}>
      <Known query={known}>{({ minimumScores }) => <Scores {...minimumScores} />}</Known>
    </Part>
  )
}

function Scores(scores: Configuration['minimumScores']) {
  const { configure } = useConfiguration()
  const { said, say } = useSaid()
  const save = useSaving(configure)
  const refusal = useRefusal()(accounts.configure)
  return (
    <div className="max-w-sm">
      <Form
        schema={schema}
        submit={words.save}
        refusal={refusal}
        aside={said}
        act={async (typed) => {
          await save({ minimumScores: schema.parse(typed) })
          say(account.saved)
        }}
      >
        {(errors) => (
          <div className="grid gap-4 sm:grid-cols-3">
            {domains.map((domain) => (
              <TextField
                key={domain}
                label={words.scores[domain]}
                hint={words.hint}
                name={domain}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={scores[domain]}
                readOnly={refusal !== null}
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
