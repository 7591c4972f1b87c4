import { cases as contract } from '@assay/contract/cases.ts'
import { api } from '../../api/client.ts'
import { formatDateTime } from '../../language/format.ts'
import { cases as messages } from '../../messages/cases.ts'
import { Fields } from '../../widgets/forms/fields.tsx'
import { Form } from '../../widgets/forms/form.tsx'
import { nameOf } from '../../widgets/triage/finding-fields.tsx'
import type { CaseProps } from './props.ts'
import { subjectOf } from './model.ts'
import { Panel } from './panel.tsx'
import { useShown } from './use-change.ts'

const texts = messages.timeLine

/** What was decided when and by whom, newest first. Entries are never changed. */
export function TimeLine({ known, canEdit }: CaseProps) {
  const show = useShown()
  const params = { caseUuid: known.uuid }
  return (
    <Panel title={texts.title}>
      {canEdit && (
        <div className="print:hidden">
          <Form
            schema={contract.comment.body}
            submit={texts.add}
            action={async (body) => show(await api.cases.comment({ params, body }))}
          >
            {(errors) => (
              <Fields
                schema={contract.comment.body}
                fields={{ text: { label: texts.note, rows: 2 } }}
                errors={errors}
              />
            )}
          </Form>
        </div>
      )}
      <ol className="m-0 grid list-none gap-3 p-0 text-sm">
        {known.entries.toReversed().map((entry, index) => {
          const subject = subjectOf(entry)
          return (
            <li key={known.entries.length - index} className="grid gap-0.5 border-l-2 border-line pl-3">
              <span className="[overflow-wrap:anywhere]">
                <span className="font-medium">{texts.kinds[entry.kind]}</span>
                {subject !== null && `: ${subject}`}
              </span>
              {entry.text !== '' && (
                <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{entry.text}</span>
              )}
              <span className="tabular text-xs text-soft">
                {entry.member ? nameOf(entry.member) : texts.product} · {formatDateTime(entry.at)}
              </span>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
