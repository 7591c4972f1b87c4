import {
  notificationKinds,
  notificationSeverities,
  type NotificationSeverity,
} from '@assay/contract/notification-messages.ts'
import { cadences, type RuleContent } from '@assay/contract/notification-rules.ts'
import { severityNames } from '../../../messages/severity.ts'
import type { FieldErrors } from '../../../widgets/forms/form-model.ts'
import { ruleName } from '../../../messages/default-rules.ts'
import { notifications } from '../../../messages/notifications.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { RuleChoices } from './rule-form-model.ts'
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
    <TextField
      label={messages.name}
      name="name"
      autoComplete="off"
      defaultValue={rule === null ? undefined : ruleName(rule.name)}
      error={errors.name}
      isRequired
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
    <TextField
      label={messages.tags}
      name="tags"
      hint={messages.tagsHint}
      autoComplete="off"
      defaultValue={rule?.tags.join(', ')}
      error={errors.tags}
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

const QuietHours = ({ rule, errors }: Pick<Props, 'rule' | 'errors'>) => (
  <>
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label={messages.quietFrom}
        name="quietFrom"
        hint={messages.quietHint}
        autoComplete="off"
        defaultValue={rule?.quietHours?.from}
        error={errors.quietFrom}
      />
      <TextField
        label={messages.quietTo}
        name="quietTo"
        autoComplete="off"
        defaultValue={rule?.quietHours?.to}
        error={errors.quietTo}
      />
    </div>
    <TextField
      label={messages.timeZone}
      name="timeZone"
      autoComplete="off"
      defaultValue={rule?.timeZone ?? ownTimeZone}
      error={errors.timeZone}
      isRequired
    />
  </>
)
