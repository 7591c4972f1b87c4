import { type CaseDeadline, cases as contract } from '@assay/contract/cases.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { formatDateTime } from '../../language/format.ts'
import { cases as messages } from '../../messages/cases.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { FormDialog } from '../../widgets/forms/form-dialog.tsx'
import { nameOf } from '../../widgets/triage/finding-fields.tsx'
import type { CaseProps } from './props.ts'
import { keyOfDeadline, nameOfDeadline } from './model.ts'
import { Panel } from './panel.tsx'
import { useShown } from './use-change.ts'

const texts = messages.deadlines

/** What is due when, and what was done; the most urgent are the page's first words. */
export function Deadlines({ known, canEdit }: CaseProps) {
  const [marked, setMarked] = useState<CaseDeadline | null>(null)
  return (
    <Panel title={texts.title}>
      {known.deadlines.length === 0 && <p className="m-0 text-sm text-soft">{texts.none}</p>}
      <ul className="m-0 grid list-none gap-2 p-0">
        {known.deadlines.map((each) => (
          <li
            key={keyOfDeadline(each)}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line-soft pt-2 text-sm first:border-0 first:pt-0"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="font-medium [overflow-wrap:anywhere]">
                {nameOfDeadline(keyOfDeadline(each))}
              </span>
              <Due {...each} />
            </span>
            {canEdit && <Act caseUuid={known.uuid} deadline={each} onMark={() => setMarked(each)} />}
          </li>
        ))}
      </ul>
      {marked && <MarkDone caseUuid={known.uuid} deadline={marked} onClose={() => setMarked(null)} />}
    </Panel>
  )
}

function Due({ dueAt, hours, doneAt, doneBy, isOverdue }: CaseDeadline) {
  if (doneAt !== null)
    return (
      <span className="text-soft">
        <Badge variant="good">{texts.columns.done}</Badge> {formatDateTime(doneAt)}
        {doneBy && ` ${texts.by(nameOf(doneBy))}`}
      </span>
    )
  if (dueAt === null)
    return <span className="text-soft">{hours === null ? texts.nextUpgrade : texts.afterMeasure}</span>
  return (
    <span className={`inline-flex flex-wrap items-center gap-x-1 tabular ${isOverdue ? '' : 'text-soft'}`}>
      {isOverdue && <Badge variant="bad">{texts.overdue}</Badge>}
      <span>{messages.dueOn(dueAt)}</span>
      <span className="text-soft">· {formatDateTime(dueAt)}</span>
    </span>
  )
}

interface ActProps {
  caseUuid: string
  deadline: CaseDeadline
}

function Act({ caseUuid, deadline, onMark }: ActProps & { onMark: () => void }) {
  const show = useShown()
  const undo = useMutation({
    mutationFn: () =>
      api.cases.settle({
        params: { caseUuid },
        body: { regime: deadline.regime, step: deadline.step, isDone: false },
      }),
    onSuccess: show,
    onError: (error) => showAlert(messageOf(error)),
  })
  const name = nameOfDeadline(keyOfDeadline(deadline))
  return deadline.doneAt === null ? (
    <Button aria-label={`${texts.done}: ${name}`} onPress={onMark}>
      {texts.done}
    </Button>
  ) : (
    <Button
      variant="quiet"
      aria-label={`${texts.undo}: ${name}`}
      isDisabled={undo.isPending}
      onPress={() => undo.mutate()}
    >
      {texts.undo}
    </Button>
  )
}

const Note = contract.settle.body.pick({ text: true })

const MarkDone = ({ caseUuid, deadline, onClose }: ActProps & { onClose: () => void }) => (
  <FormDialog
    title={texts.doneTitle(nameOfDeadline(keyOfDeadline(deadline)))}
    lead={<p className="m-0 text-sm text-soft">{texts.doneLead}</p>}
    schema={Note}
    submit={texts.done}
    canCancel
    action={({ text }) =>
      api.cases.settle({
        params: { caseUuid },
        body: { regime: deadline.regime, step: deadline.step, ...(text !== undefined && { text }) },
      })
    }
    onClose={onClose}
  >
    {(_, errors) => (
      <TextArea label={texts.note} name="text" defaultValue="" rows={3} error={errors['text']} />
    )}
  </FormDialog>
)
