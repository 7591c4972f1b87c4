import { type CaseDraft, type CaseNote, caseNotes } from '@assay/contract/cases.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { cases as messages } from '../../messages/cases.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../widgets/copy-button.tsx'
import { FormDialog } from '../../widgets/forms/form-dialog.tsx'
import type { CaseProps } from './props.ts'
import { textOfDraft } from './model.ts'
import { Panel } from './panel.tsx'

const texts = messages.drafts

/** The texts that the regulation asks for, as far as they are known, to be copied. */
export function Drafts({ known, canEdit }: CaseProps) {
  const [isEdited, setEdited] = useState(false)
  if (known.drafts.length === 0) return null
  return (
    <Panel
      title={texts.title}
      lead={texts.lead}
      actions={canEdit && <Button onPress={() => setEdited(true)}>{texts.edit}</Button>}
    >
      {known.drafts.map((draft) => (
        <Draft key={draft.step} draft={draft} />
      ))}
      {isEdited && <EditNotes caseUuid={known.uuid} notes={known.notes} onClose={() => setEdited(false)} />}
    </Panel>
  )
}

const Draft = ({ draft }: { draft: CaseDraft }) => (
  <details className="border-t border-line-soft pt-2">
    <summary className="min-h-6 cursor-pointer text-sm font-medium">{draft.title}</summary>
    <dl className="m-0 mt-2 grid gap-2 text-sm">
      {draft.fields.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-xs text-soft">{label}</dt>
          <dd className="m-0 max-h-60 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
            {value ?? <span className="font-medium text-(--risk-moderate)">{texts.missing}</span>}
          </dd>
        </div>
      ))}
    </dl>
    <div className="mt-2 flex items-center gap-2 text-sm print:hidden">
      <CopyButton text={textOfDraft(draft)} />
    </div>
  </details>
)

interface EditProps {
  caseUuid: string
  notes: Partial<Record<CaseNote, string>>
  onClose: () => void
}

const Notes = z.object(
  Object.fromEntries(caseNotes.map((name) => [name, z.string().max(4000)])) as Record<CaseNote, z.ZodString>,
)

const EditNotes = ({ caseUuid, notes, onClose }: EditProps) => (
  <FormDialog
    title={texts.editTitle}
    schema={Notes}
    submit={texts.save}
    fields={Object.fromEntries(
      caseNotes.map((name) => [
        name,
        { label: messages.notes[name], rows: name === 'memberStates' || name === 'sensitivity' ? 1 : 3 },
      ]),
    )}
    values={notes}
    isHeld
    isWide
    canCancel
    action={(values) => {
      const changed = Object.entries(values).filter(
        ([name, value]) => value !== (notes[name as CaseNote] ?? ''),
      )
      return changed.length === 0
        ? Promise.resolve()
        : api.cases.update({ params: { caseUuid }, body: { notes: Object.fromEntries(changed) } })
    }}
    onClose={onClose}
  />
)
