import {
  notificationKinds,
  notificationSeverities,
  type NotificationSeverity,
} from '@assay/contract/notification-messages.ts'
import { cadences, type RuleContent } from '@assay/contract/notification-rules.ts'
import { severityNames } from '../../../messages/severity.ts'
import { Fields } from '../../../widgets/forms/fields.tsx'
import type { FieldErrors } from '../../../widgets/forms/form-model.ts'
import { ruleName } from '../../../messages/default-rules.ts'
import { notifications } from '../../../messages/notifications.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { type RuleChoices, typedRule } from './rule-form-model.ts'
import { RuleProjects } from './rule-projects.tsx'

const { form: messages, cadences: cadenceNames } = notifications.rules

interface Props {
  rule: RuleContent | null
  choices: RuleChoices
  errors: FieldErrors
  onChoose: (patch: Partial<RuleChoices>) => void
}

/** Fields common to rules of members, teams and the account. */
export const RuleFields = ({ rule, choices, errors, onChoose }: Props) => (
  <>
    <Fields
      schema={typedRule}
      fields={{ name: { label: messages.name } }}
      values={rule && { name: ruleName(rule.name) }}
      errors={errors}
    />
    <Kinds choices={choices} onChoose={onChoose} />
    <SelectField
      label={messages.minimumSeverity}
      value={choices.minimumSeverity}
      options={notificationSeverities.map((value) => ({ value, label: severityNames[value] }))}
      onChange={(value) => onChoose({ minimumSeverity: value as NotificationSeverity })}
    />
    <Checkbox
      label={messages.onlyWithFix}
      isChecked={choices.onlyWithFix}
      onChange={(onlyWithFix) => onChoose({ onlyWithFix })}
    />
    <RuleProjects chosen={choices.projectUuids} onChange={(projectUuids) => onChoose({ projectUuids })} />
    <Fields
      schema={typedRule}
      fields={{ tags: { label: messages.tags, hint: messages.tagsHint } }}
      values={rule && { tags: rule.tags.join(', ') }}
      errors={errors}
    />
    <SelectField
      label={messages.cadence}
      value={choices.cadence}
      options={cadences.map((value) => ({ value, label: cadenceNames[value] }))}
      onChange={(value) => onChoose({ cadence: value as RuleChoices['cadence'] })}
    />
    <QuietHours rule={rule} errors={errors} />
  </>
)

const Kinds = ({ choices, onChoose }: Pick<Props, 'choices' | 'onChoose'>) => (
  <fieldset className="m-0 grid gap-1 border-0 p-0">
    <legend className="mb-1 p-0 text-xs font-medium text-soft">{messages.kinds}</legend>
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      {notificationKinds.map((kind) => (
        <Checkbox
          key={kind}
          label={notifications.kinds[kind]}
          isChecked={choices.kinds.includes(kind)}
          onChange={(isChecked) =>
            onChoose({
              kinds: notificationKinds.filter((each) =>
                each === kind ? isChecked : choices.kinds.includes(each),
              ),
            })
          }
        />
      ))}
    </div>
    {choices.kinds.length === 0 && (
      <p role="alert" className="m-0 text-xs text-danger">
        {messages.noKinds}
      </p>
    )}
  </fieldset>
)

const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const QuietHours = ({ rule, errors }: Pick<Props, 'rule' | 'errors'>) => {
  const { from: quietFrom, to: quietTo } = rule?.quietHours ?? {}
  const common = { schema: typedRule, errors }
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Fields
          {...common}
          fields={{
            quietFrom: { label: messages.quietFrom, hint: messages.quietHint },
            quietTo: { label: messages.quietTo },
          }}
          values={{ quietFrom, quietTo }}
        />
      </div>
      <Fields
        {...common}
        fields={{ timeZone: { label: messages.timeZone } }}
        values={{ timeZone: rule?.timeZone ?? ownTimeZone }}
      />
    </>
  )
}
