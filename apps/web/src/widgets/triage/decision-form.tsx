import { type DecisionState, type VexJustification, vexJustifications } from '@assay/engine/vocabulary.ts'
import { type ReactNode, useId, useState } from 'react'
import { triage as messages } from '../../messages/triage.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { endAfter } from '../forms/exclusion-ends.tsx'

export interface Explanation {
  reason: string
  justification?: VexJustification
  expiresAt: number | null
  untilFix: boolean
}

interface Props {
  state: DecisionState
  isBusy: boolean
  onSave: (explanation: Explanation) => void
  onCancel: () => void
  /** More fields, such as what it applies to. */
  children?: ReactNode
}

const texts = messages.form

/** Asks for what a decision needs: a reason, and a justification or an end. */
export function DecisionForm({ state, isBusy, onSave, onCancel, children }: Props) {
  const [reason, setReason] = useState('')
  const [justification, setJustification] = useState<VexJustification | ''>('')
  const [day, setDay] = useState('')
  const [untilFix, setUntilFix] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const canEnd = state === 'accepted' || state === 'snoozed'
  const missing = missingOf({ state, reason, justification, hasEnd: day !== '' || untilFix })
  return (
    <form
      aria-label={texts.title(messages.states[state])}
      className="grid gap-3 rounded-card border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        setHasTried(true)
        if (missing === null)
          onSave({
            reason,
            ...(justification !== '' && { justification }),
            expiresAt: canEnd ? endAfter(day) : null,
            untilFix: canEnd && untilFix,
          })
      }}
    >
      <h3 className="m-0 text-sm font-semibold">{texts.title(messages.states[state])}</h3>
      {state === 'not-affected' && (
        <CompactSelect
          label={texts.justification}
          value={justification}
          options={[
            { value: '', label: texts.choose },
            ...vexJustifications.map((value) => ({ value, label: messages.justifications[value] })),
          ]}
          onChange={(value) => setJustification(vexJustifications.find((each) => each === value) ?? '')}
        />
      )}
      <Reason value={reason} onChange={setReason} />
      {canEnd && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <DayField label={texts.expires} value={day} onChange={setDay} />
          <Checkbox label={texts.untilFix} isChecked={untilFix} onChange={setUntilFix} />
        </div>
      )}
      {children}
      {hasTried && missing !== null && (
        <p role="alert" className="m-0 text-sm text-danger">
          {missing}
        </p>
      )}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" isDisabled={isBusy}>
          {texts.submit}
        </Button>
        <Button variant="quiet" onPress={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

interface Given {
  state: DecisionState
  reason: string
  justification: string
  hasEnd: boolean
}

/** What the server would reject. */
function missingOf({ state, reason, justification, hasEnd }: Given): string | null {
  if (state === 'not-affected' && justification === '') return texts.noJustification
  if (reason.trim() === '') return texts.noReason
  return state === 'snoozed' && !hasEnd ? texts.noEnd : null
}

function Reason({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-soft">
        {texts.reason}
      </label>
      <textarea
        id={id}
        rows={2}
        value={value}
        maxLength={2000}
        onChange={({ target }) => onChange(target.value)}
        className="w-full resize-y rounded-md border border-control bg-raised px-3 py-2 text-sm text-ink"
      />
    </div>
  )
}
