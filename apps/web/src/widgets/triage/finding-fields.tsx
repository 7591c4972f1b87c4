import type { FindingRef } from '@assay/contract/triage.ts'
import { decisionScopes } from '@assay/contract/decisions.ts'
import {
  type DecisionState,
  decisionStates,
  type FindingState,
  findingStates,
} from '@assay/engine/vocabulary.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { formatDays } from '../../language/format.ts'
import { triage as messages } from '../../messages/triage.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { DecisionForm, type Explanation } from './decision-form.tsx'
import { type FindingDetails, useAccountUuid, useTriage } from './use-triage.ts'

interface Props {
  details: FindingDetails
  finding: FindingRef
  canEdit: boolean
}

export const setStates = findingStates.filter((state) => state !== 'fixed')
export const nameOf = ({ name, email }: { name: string; email: string }) => (name === '' ? email : name)
export const isDecisionState = (state: string): state is DecisionState =>
  decisionStates.some((each) => each === state)

/** State, assignee and due date. */
export function FindingFields({ details, finding, canEdit }: Props) {
  const [wanted, setWanted] = useState<DecisionState | null>(null)
  const change = useTriage(() => setWanted(null))
  const set = (fields: object) => change.mutate({ findings: [finding], ...fields })
  const choose = (state: FindingState | undefined) => {
    if (state === undefined || state === details.state) return setWanted(null)
    if (isDecisionState(state)) setWanted(state)
    else set({ state })
  }
  if (!canEdit || details.state === 'fixed') return <Shown details={details} />
  return (
    <div className="grid gap-3">
      <div className="grid gap-2">
        <CompactSelect
          label={messages.state}
          value={wanted ?? details.state}
          options={setStates.map((value) => ({ value, label: messages.states[value] }))}
          onChange={(value) => choose(setStates.find((each) => each === value))}
        />
        <Assignee details={details} onAssign={(assigneeUuid) => set({ assigneeUuid })} />
        <DayField
          label={messages.due}
          value={details.dueDate ?? ''}
          onChange={(day) => set({ dueDate: day === '' ? null : day })}
        />
        <DueHint details={details} />
      </div>
      {wanted && (
        <ScopedForm
          key={wanted}
          state={wanted}
          finding={finding}
          isBusy={change.isPending}
          onFinding={(explanation) => set({ state: wanted, ...explanation })}
          onClose={() => setWanted(null)}
        />
      )}
    </div>
  )
}

const DueHint = ({ details: { dueDate, isDueDateSet, isOverdue } }: Pick<Props, 'details'>) =>
  dueDate === null ? null : (
    <p className="m-0 text-xs text-soft">
      {isOverdue && <span className="font-medium text-danger">{messages.overdue}. </span>}
      {isDueDateSet ? messages.dueByHand : messages.dueFromTargets}
    </p>
  )

const Shown = ({ details: { state, assignee, dueDate } }: Pick<Props, 'details'>) => (
  <dl className="m-0 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
    <dt className="text-soft">{messages.state}</dt>
    <dd className="m-0">{messages.states[state]}</dd>
    <dt className="text-soft">{messages.assignee}</dt>
    <dd className="m-0">{assignee ? nameOf(assignee) : messages.nobody}</dd>
    {dueDate !== null && (
      <>
        <dt className="text-soft">{messages.due}</dt>
        <dd className="m-0">{formatDays(dueDate, dueDate)}</dd>
      </>
    )}
  </dl>
)

function Assignee({
  details: { assignee, people },
  onAssign,
}: Pick<Props, 'details'> & { onAssign: (uuid: string | null) => void }) {
  const isListed = assignee && people.some(({ uuid }) => uuid === assignee.uuid)
  const listed = [...(assignee && !isListed ? [assignee] : []), ...people]
  return (
    <CompactSelect
      label={messages.assignee}
      value={assignee?.uuid ?? ''}
      options={[
        { value: '', label: messages.nobody },
        ...listed.map((person) => ({ value: person.uuid, label: nameOf(person) })),
      ]}
      onChange={(value) => onAssign(value === '' ? null : value)}
    />
  )
}

interface ScopedProps {
  state: DecisionState
  finding: FindingRef
  isBusy: boolean
  onFinding: (explanation: Explanation) => void
  onClose: () => void
}

/** A decision about the finding, or about more than it. */
function ScopedForm({ state, finding, isBusy, onFinding, onClose }: ScopedProps) {
  const [scope, setScope] = useState<(typeof decisionScopes)[number]>('finding')
  const queries = useQueryClient()
  const params = { accountUuid: useAccountUuid() }
  const decide = useMutation({
    mutationFn: (explanation: Explanation) =>
      api.decisions.create({ params, body: { state, ...explanation, ...subjectOf(scope, finding) } }),
    onSuccess: ({ status }) => {
      showNotice(status === 'waiting' ? messages.waiting(messages.states[state]) : messages.result.saved)
      onClose()
      return queries.invalidateQueries()
    },
    onError: (error) => showAlert(messageOf(error)),
  })
  return (
    <DecisionForm
      state={state}
      isBusy={isBusy || decide.isPending}
      onSave={(explanation) => (scope === 'finding' ? onFinding(explanation) : decide.mutate(explanation))}
      onCancel={onClose}
    >
      <CompactSelect
        label={messages.form.where}
        value={scope}
        options={decisionScopes.map((value) => ({ value, label: messages.form.scopes[value] }))}
        onChange={(value) => setScope(decisionScopes.find((each) => each === value) ?? scope)}
      />
    </DecisionForm>
  )
}

function subjectOf(scope: (typeof decisionScopes)[number], finding: FindingRef) {
  const { projectUuid, ecosystem, package: name, advisoryUuid } = finding
  if (scope === 'advisory') return { advisoryUuid }
  return { ecosystem, package: name, projectUuid: scope === 'package' ? projectUuid : null }
}
