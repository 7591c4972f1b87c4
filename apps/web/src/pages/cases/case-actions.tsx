import { caseCloseReasons, cases as contract } from '@assay/contract/cases.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { cases as messages } from '../../messages/cases.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { optionsOf } from '../../widgets/forms/fields.tsx'
import { FormDialog } from '../../widgets/forms/form-dialog.tsx'
import { saveFile } from '../../widgets/save-file.ts'
import type { CaseProps } from './props.ts'

const files = { pdf: 'application/pdf', json: 'application/json', md: 'text/markdown' } as const
const texts = messages.close
const labels = { pdf: messages.pdf, json: messages.json, md: messages.markdown }

/** Exports, closes and opens it again. */
export function CaseActions({ known, canEdit }: CaseProps) {
  const [opened, setOpened] = useState<'close' | 'reopen' | null>(null)
  const save = async (format: keyof typeof files) => {
    try {
      const bytes = await api.caseDocuments.file({ params: { caseUuid: known.uuid, format } })
      saveFile(`case-${known.displayId}.${format}`, bytes, files[format])
    } catch (error) {
      showAlert(messageOf(error))
    }
  }
  const isOpen = known.state === 'open'
  return (
    <>
      <Menu
        label={messages.files}
        items={(['pdf', 'json', 'md'] as const).map((format) => ({
          id: format,
          label: labels[format],
          onAction: () => void save(format),
        }))}
      />
      {canEdit && (
        <Button variant="primary" onPress={() => setOpened(isOpen ? 'close' : 'reopen')}>
          {isOpen ? messages.close.action : messages.reopen}
        </Button>
      )}
      {opened === 'close' && <Close caseUuid={known.uuid} onClose={() => setOpened(null)} />}
      {opened === 'reopen' && <Reopen vulnerability={known.advisoryUuid} onClose={() => setOpened(null)} />}
    </>
  )
}

const Explained = contract.close.body.pick({ text: true })

const Close = ({ caseUuid, onClose }: { caseUuid: string; onClose: () => void }) => (
  <FormDialog
    title={texts.title}
    schema={contract.close.body}
    submit={texts.action}
    isHeld
    canCancel
    fields={{
      reason: {
        label: texts.reason,
        hint: texts.hint,
        options: optionsOf(caseCloseReasons, (value) => messages.reasons[value]),
      },
      text: { label: texts.text, rows: 3 },
    }}
    values={{ reason: 'fixed' }}
    action={(body) => api.cases.close({ params: { caseUuid }, body })}
    onClose={onClose}
  />
)

const Reopen = ({ vulnerability, onClose }: { vulnerability: string; onClose: () => void }) => (
  <FormDialog
    title={messages.reopen}
    lead={<p className="m-0 text-sm text-soft">{messages.reportLead}</p>}
    schema={Explained}
    submit={messages.reopen}
    isHeld
    canCancel
    fields={{ text: { label: messages.how, rows: 3 } }}
    action={(body) => api.cases.create({ body: { vulnerability, ...body } })}
    onClose={onClose}
  />
)
