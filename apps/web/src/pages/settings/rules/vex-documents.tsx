import { vex, type VexDocument } from '@assay/contract/vex.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../messages/rules.ts'
import { showAlert } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { When } from '../../../ui/when.tsx'
import { saveFile } from '../../../widgets/save-file.ts'
import { Signature } from '../../../widgets/signature.tsx'
import { ResourceSection } from '../resource-section.tsx'
import type { Column } from '../resource-table.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { MemberName, ProjectName } from './names.tsx'
import { NewVex } from './new-vex.tsx'
import { UnmatchedStatements } from './unmatched-statements.tsx'
import { useOwnershipDenial } from './use-ownership-denial.ts'

const messages = rules.vex
const nameOf = ({ title }: VexDocument) => title || messages.untitled

const columns: readonly Column<VexDocument>[] = [
  {
    title: messages.columns.title,
    cell: (document) => (
      <>
        {nameOf(document)}
        <div className="font-normal text-soft">{messages.formats[document.format]}</div>
      </>
    ),
  },
  {
    title: messages.columns.project,
    style: 'min-w-32 [overflow-wrap:anywhere]',
    cell: ({ projectUuid }) => <ProjectName uuid={projectUuid} />,
  },
  {
    title: messages.columns.author,
    style: 'min-w-32 [overflow-wrap:anywhere]',
    cell: ({ author }) => author,
  },
  { title: messages.columns.statements, isNumber: true, cell: (document) => <Statements {...document} /> },
  { title: messages.columns.issued, cell: ({ timestamp }) => <When epochMs={timestamp} /> },
  { title: messages.columns.by, cell: ({ createdBy }) => <MemberName uuid={createdBy} /> },
]

export function VexDocuments() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReasonOf = useDenialReason()
  const removalDenial = denialReasonOf(vex.remove)
  const ownershipDenialOf = useOwnershipDenial()
  const documents = useQuery(query(api.vex.list, { params }))
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{
        label: messages.add,
        denialReason: denialReasonOf(vex.add),
        renderDialog: (onClose) => <NewVex onClose={onClose} />,
      }}
      query={documents}
      columns={columns}
      none={messages.none}
      actions={(document) => {
        const name = nameOf(document)
        const call = { params: { ...params, vexUuid: document.uuid } }
        const download = () =>
          void api.vex
            .document(call)
            .then((bytes) => saveFile('vex.json', bytes, 'application/octet-stream'))
            .catch(() => showAlert(messages.failed))
        return [
          {
            text: messages.signature,
            label: messages.signatureOf(name),
            renderDialog: (onClose) => <VexSignature {...call} name={name} onClose={onClose} />,
          },
          { text: messages.download, label: messages.downloadOf(name), run: download },
          {
            text: messages.remove,
            label: messages.removeOf(name),
            denialReason: removalDenial ?? ownershipDenialOf(document),
            confirm: {
              title: messages.removeTitle(name),
              text: messages.removeText,
              submit: messages.remove,
              action: () => api.vex.remove(call),
            },
          },
        ]
      }}
    />
  )
}

/** How many, and why some apply to nothing yet. */
function Statements(document: VexDocument) {
  const { uuid, statementCount, unmatchedCount } = document
  const [isShowing, setShowing] = useState(false)
  return (
    <>
      {statementCount}
      {unmatchedCount > 0 && (
        <Button variant="quiet" onPress={() => setShowing(true)}>
          {messages.unmatched(unmatchedCount)}
        </Button>
      )}
      {isShowing && (
        <UnmatchedStatements vexUuid={uuid} name={nameOf(document)} onClose={() => setShowing(false)} />
      )}
    </>
  )
}

interface VexSignatureProps {
  params: { accountUuid: string; vexUuid: string }
  name: string
  onClose: () => void
}

/** Whether a document is signed by whom the account trusts now. */
function VexSignature({ params, name, onClose }: VexSignatureProps) {
  const check = useQuery(query(api.vex.signature, { params }))
  return (
    <Dialog title={messages.signatureOf(name)} isOpen onOpenChange={onClose}>
      <SettingsQuery query={check}>{(signature) => <Signature {...signature} />}</SettingsQuery>
    </Dialog>
  )
}
