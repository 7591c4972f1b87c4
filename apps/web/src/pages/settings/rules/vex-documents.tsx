import { vex, type VexDocument } from '@assay/contract/vex.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../messages/rules.ts'
import { showAlert } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { saveFile } from '../../../widgets/save-file.ts'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { ActionsCell, NameCell, ResourceTable } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { MemberName, ProjectName } from './names.tsx'
import { NewVex } from './new-vex.tsx'
import { UnmatchedStatements } from './unmatched-statements.tsx'
import { useOwnershipDenial } from './use-ownership-denial.ts'
import { VexSignature } from './vex-signature.tsx'

const messages = rules.vex
const { title, project, author, statements, issued, by } = messages.columns
const columns = [
  { title },
  { title: project },
  { title: author },
  { title: statements, isNumber: true },
  { title: issued },
  { title: by },
]

export function VexDocuments() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReason = useDenialReason()(vex.add)
  const documents = useQuery(query(api.vex.list, { params }))
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      isFlush
      actions={
        <ActionButton denialReason={denialReason} onPress={() => setAdding(true)}>
          {messages.add}
        </ActionButton>
      }
    >
      <ResourceTable label={messages.title} query={documents} columns={columns} none={messages.none}>
        {(document) => <Row key={document.uuid} document={document} />}
      </ResourceTable>
      {isAdding && <NewVex onClose={() => setAdding(false)} />}
    </Section>
  )
}

function Row({ document }: { document: VexDocument }) {
  const { uuid: vexUuid, format, timestamp, statementCount, unmatchedCount } = document
  const params = { accountUuid: useUser().account.uuid, vexUuid }
  const name = document.title || messages.untitled
  const ownershipDenial = useOwnershipDenial(document)
  const denialReason = useDenialReason()(vex.remove) ?? ownershipDenial
  const [isRemoving, setRemoving] = useState(false)
  const [isShowing, setShowing] = useState(false)
  const [isVerifying, setVerifying] = useState(false)
  const download = () =>
    void api.vex
      .document({ params })
      .then((bytes) => saveFile('vex.json', bytes, 'application/octet-stream'))
      .catch(() => showAlert(messages.failed))
  return (
    <tr className={rowStyle}>
      <NameCell>
        {name}
        <div className="font-normal text-soft">{messages.formats[format]}</div>
      </NameCell>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">
        <ProjectName uuid={document.projectUuid} />
      </td>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">{document.author}</td>
      <td className={`${cellStyle} tabular text-right`}>
        {statementCount}
        {unmatchedCount > 0 && (
          <Button variant="quiet" onPress={() => setShowing(true)}>
            {messages.unmatched(unmatchedCount)}
          </Button>
        )}
        {isShowing && <UnmatchedStatements vexUuid={vexUuid} name={name} onClose={() => setShowing(false)} />}
      </td>
      <td className={cellStyle}>
        <When epochMs={timestamp} />
      </td>
      <td className={cellStyle}>
        <MemberName uuid={document.createdBy} />
      </td>
      <ActionsCell
        actions={[
          {
            text: messages.signature,
            label: messages.signatureOf(name),
            run: () => setVerifying(true),
          },
          { text: messages.download, label: messages.downloadOf(name), run: download },
          {
            text: messages.remove,
            label: messages.removeOf(name),
            denialReason,
            run: () => setRemoving(true),
          },
        ]}
      >
        {isVerifying && <VexSignature params={params} name={name} onClose={() => setVerifying(false)} />}
        {isRemoving && (
          <Confirm
            title={messages.removeTitle(name)}
            text={messages.removeText}
            submit={messages.remove}
            action={() => api.vex.remove({ params })}
            onClose={() => setRemoving(false)}
          />
        )}
      </ActionsCell>
    </tr>
  )
}
