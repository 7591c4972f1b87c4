import { z } from 'zod'
import { account } from '../../../messages/account.ts'
import { ScoreField } from './score-field.ts'
import { ConfigurationForm } from './configuration-form.tsx'

const messages = account.minimum
const schema = z.object({ security: ScoreField, stability: ScoreField, licensing: ScoreField })
const score = (label: string) => ({ label, hint: messages.hint, inputMode: 'numeric' }) as const
const { security, stability, licensing } = messages.scores

export const MinimumScores = () => (
  <ConfigurationForm
    messages={messages}
    schema={schema}
    fields={{ security: score(security), stability: score(stability), licensing: score(licensing) }}
    valuesOf={({ minimumScores }) => minimumScores}
    changeOf={(minimumScores) => ({ minimumScores })}
  >
    {(fields) => <div className="grid gap-4 sm:grid-cols-3">{fields}</div>}
  </ConfigurationForm>
)
