import { ruleEffects, ruleModes, unknownEffects, vexJustifications } from '@assay/engine/vocabulary.ts'
import { type PolicyRule, rules } from '@assay/contract/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { policyRules as messages } from '../../../messages/policy-rules.ts'
import { rules as scopeTexts } from '../../../messages/rules.ts'
import { triage } from '../../../messages/triage.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { FieldErrors } from '../../../widgets/forms/form-model.ts'
import { Form } from '../../../widgets/forms/form.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'
import { ConditionField } from './condition-field.tsx'
import { NotifyFields } from './notify-fields.tsx'
import { RulePreview } from './rule-preview.tsx'
import { splitList } from './split-list.ts'

const { name, description, condition, pattern, tags } = rules.update.body.required().shape

/** The contract's schema with form values as entered. */
const schema = z.object({
  name,
  description,
  condition,
  pattern: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(pattern),
  tags: z.string().transform(splitList).pipe(tags),
})

interface Props {
  /** null for a new one. */
  rule: PolicyRule | null
  onClose: () => void
}

type Choices = Pick<PolicyRule, 'effect' | 'decision' | 'notify' | 'mode' | 'whenUnknown' | 'groupUuid'>

const firstChoices: Choices = {
  effect: 'fail',
  decision: null,
  notify: null,
  mode: 'on',
  whenUnknown: 'pass',
  groupUuid: null,
}

export function EditRule({ rule, onClose }: Props) {
  const params = { accountUuid: useUser().account.uuid }
  const [text, setText] = useState(rule?.condition ?? '')
  const [choices, setChoices] = useState<Choices>(rule ? pickChoices(rule) : firstChoices)
  const [start, setStart] = useState<Start | null>(null)
  const [form, setForm] = useState<HTMLElement | null>(null)
  const save = useSaving(async (content: z.output<typeof schema>) =>
    rule === null
      ? api.rules.create({ params, body: { ...content, ...choices } })
      : api.rules.update({
          params: { ...params, policyRuleUuid: rule.uuid },
          body: { ...content, ...choices },
        }),
  )
  const begin = (chosen: Start | null) => {
    setStart(chosen)
    setText(chosen?.condition ?? '')
    if (chosen) setChoices(withEffect(choices, chosen.effect))
  }
  /** The form as it is, without waiting for it to be saved. */
  const readWanted = () => {
    const values = new FormData(form?.querySelector('form') ?? undefined)
    const read = schema.omit({ name: true, description: true }).safeParse(Object.fromEntries(values))
    return read.success ? { ...read.data, ...choices, ruleUuid: rule?.uuid ?? null } : null
  }
  return (
    <Dialog
      title={rule === null ? messages.add : messages.editOf(rule.name)}
      isOpen
      isWide
      isHeld
      onOpenChange={onClose}
    >
      <div ref={setForm}>
        <Form
          schema={schema}
          submit={messages.save}
          action={async (typed) => {
            await save(schema.parse(typed))
            onClose()
          }}
        >
          {(errors) => (
            <>
              {rule === null && <Templates value={start} onChoose={begin} />}
              <Naming key={start?.id} rule={rule} start={start} errors={errors} />
              <ConditionField value={text} onChange={setText} error={errors.condition} />
              <Choosing choices={choices} onChange={setChoices} />
              <DecisionFields choices={choices} onChange={setChoices} />
              <NotifyFields
                notify={choices.notify}
                onChange={(notify) => setChoices({ ...choices, notify })}
              />
              <GroupField choices={choices} onChange={setChoices} />
              <ScopeFields rule={rule} errors={errors} />
              <RulePreview read={readWanted} />
            </>
          )}
        </Form>
      </div>
    </Dialog>
  )
}

const pickChoices = ({ effect, decision, notify, mode, whenUnknown, groupUuid }: PolicyRule): Choices => ({
  effect,
  decision,
  notify,
  mode,
  whenUnknown,
  groupUuid,
})

const withEffect = (choices: Choices, effect: Choices['effect']): Choices => ({
  ...choices,
  effect,
  decision: effect === 'triage' ? (choices.decision ?? { state: 'accepted', justification: null }) : null,
  notify: effect === 'notify' ? (choices.notify ?? { memberUuids: [], channelUuids: [] }) : null,
})

/** Absent without groups. */
function GroupField({ choices, onChange }: ChoosingProps) {
  const { data: groups = [] } = useQuery(query(api.groups.list, {}))
  if (groups.length === 0) return null
  return (
    <SelectField
      label={messages.group}
      value={choices.groupUuid ?? ''}
      options={[
        { value: '', label: messages.anyGroup },
        ...groups.map(({ uuid, name }) => ({ value: uuid, label: name })),
      ]}
      onChange={(uuid) => onChange({ ...choices, groupUuid: uuid || null })}
    />
  )
}

interface FieldsProps {
  rule: PolicyRule | null
  errors: FieldErrors
}

const Naming = ({ rule, start, errors }: FieldsProps & { start: Start | null }) => (
  <div className="grid gap-4">
    <TextField
      label={scopeTexts.policies.columns.name}
      name="name"
      autoComplete="off"
      defaultValue={rule?.name ?? start?.name}
      error={errors.name}
      isRequired
    />
    <TextField
      label={messages.description}
      name="description"
      autoComplete="off"
      defaultValue={rule?.description ?? start?.description}
      error={errors.description}
    />
  </div>
)

const ScopeFields = ({ rule, errors }: FieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      label={scopeTexts.policies.pattern}
      name="pattern"
      autoComplete="off"
      hint={scopeTexts.policies.patternHint}
      defaultValue={rule?.pattern ?? ''}
      error={errors.pattern}
    />
    <TextField
      label={scopeTexts.policies.tags}
      name="tags"
      autoComplete="off"
      hint={scopeTexts.policies.tagsHint}
      defaultValue={rule?.tags.join(', ') ?? ''}
      error={errors.tags}
    />
  </div>
)

type Start = Awaited<ReturnType<typeof api.rules.templates>>[number]

function Templates({ value, onChoose }: { value: Start | null; onChoose: (start: Start | null) => void }) {
  const { data = [] } = useQuery(query(api.rules.templates, {}))
  return (
    <SelectField
      label={messages.template}
      value={value?.id ?? ''}
      options={[
        { value: '', label: messages.noTemplate },
        ...data.map((each) => ({ value: each.id, label: each.name })),
      ]}
      onChange={(id) => onChoose(data.find((each) => each.id === id) ?? null)}
    />
  )
}

interface ChoosingProps {
  choices: Choices
  onChange: (choices: Choices) => void
}

const Choosing = ({ choices, onChange }: ChoosingProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-3">
    <SelectField
      label={messages.effect}
      value={choices.effect}
      hint={messages.effectHints[choices.effect]}
      options={ruleEffects.map((value) => ({ value, label: messages.effects[value] }))}
      onChange={(value) => onChange(withEffect(choices, value as Choices['effect']))}
    />
    <SelectField
      label={messages.unknown}
      value={choices.whenUnknown}
      options={unknownEffects.map((value) => ({ value, label: messages.unknownEffects[value] }))}
      onChange={(value) => onChange({ ...choices, whenUnknown: value as Choices['whenUnknown'] })}
    />
    <SelectField
      label={messages.mode}
      value={choices.mode}
      options={ruleModes.map((value) => ({ value, label: messages.modes[value] }))}
      onChange={(value) => onChange({ ...choices, mode: value as Choices['mode'] })}
    />
  </div>
)

type Decision = NonNullable<Choices['decision']>
const states: Decision['state'][] = ['accepted', 'false-positive', 'not-affected', 'in-triage', 'fix-planned']

/** What a rule that decides sets. */
function DecisionFields({ choices, onChange }: ChoosingProps) {
  const { decision } = choices
  if (decision === null) return null
  const isNotAffected = decision.state === 'not-affected'
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        label={messages.decidedState}
        value={decision.state}
        options={states.map((value) => ({ value, label: triage.states[value] }))}
        onChange={(value) => {
          const state = value as Decision['state']
          const justification = state === 'not-affected' ? vexJustifications[0] : null
          onChange({ ...choices, decision: { state, justification } })
        }}
      />
      {isNotAffected && (
        <SelectField
          label={messages.justification}
          value={decision.justification ?? vexJustifications[0]}
          options={vexJustifications.map((value) => ({ value, label: triage.justifications[value] }))}
          onChange={(value) => {
            const justification = value as Decision['justification']
            onChange({ ...choices, decision: { ...decision, justification } })
          }}
        />
      )}
    </div>
  )
}
