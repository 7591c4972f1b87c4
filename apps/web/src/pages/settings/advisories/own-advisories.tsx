import { type OwnAdvisory, ownAdvisories } from '@assay/contract/own-advisories.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { ownAdvisories as messages } from '../../../messages/own-advisories.ts'
import { severityNames } from '../../../messages/severity.ts'
import { paths } from '../../../paths.ts'
import { showAlert, showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Severity } from '../../../ui/severity.tsx'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { saveFile } from '../../../widgets/save-file.ts'
import { ActionButton } from '../action-button.tsx'
import { ActionsCell, NameCell, ResourceTable } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'
import { AdvisoryHistory } from './advisory-history.tsx'
import { EditAdvisory } from './edit-advisory.tsx'
import { ImportAdvisories } from './import-advisories.tsx'

const { advisory, severity, packages, open, changed } = messages.columns
const columns = [advisory, severity, packages, open, changed].map((title) => ({ title }))

type Opened = { dialog: 'edit'; of: OwnAdvisory | null } | { dialog: 'import' }

export function OwnAdvisories() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReasonOf = useDenialReason()
  const list = useQuery(query(api.ownAdvisories.list, { params }))
  const [opened, setOpened] = useState<Opened | null>(null)
  const onClose = () => setOpened(null)
  const exportAll = () =>
    void api.ownAdvisories
      .export({ params })
      .then((documents) => saveFile('advisories.osv.json', jsonOf(documents), 'application/json'))
      .catch(() => showAlert(messages.failed))
  return (
    <Section
      title={messages.title}
      isTitleHidden
      isFlush
      actions={
        <>
          {list.data && list.data.length > 0 && (
            <ActionButton label={messages.exportLabel} onPress={exportAll}>
              {messages.export}
            </ActionButton>
          )}
          <ActionButton
            denialReason={denialReasonOf(ownAdvisories.import)}
            onPress={() => setOpened({ dialog: 'import' })}
          >
            {messages.import.open}
          </ActionButton>
          <ActionButton
            variant="primary"
            denialReason={denialReasonOf(ownAdvisories.create)}
            onPress={() => setOpened({ dialog: 'edit', of: null })}
          >
            {messages.add}
          </ActionButton>
        </>
      }
    >
      <ResourceTable label={messages.title} query={list} columns={columns} none={messages.none}>
        {(own) => <Row key={own.uuid} own={own} onEdit={() => setOpened({ dialog: 'edit', of: own })} />}
      </ResourceTable>
      {opened?.dialog === 'edit' && <EditAdvisory own={opened.of} onClose={onClose} />}
      {opened?.dialog === 'import' && <ImportAdvisories onClose={onClose} />}
    </Section>
  )
}

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2)

const packagesShown = 3

function Row({ own, onEdit }: { own: OwnAdvisory; onEdit: () => void }) {
  const { id, summary, rating, cvssScore, affected, withdrawnAt, changedAt } = own
  const names = [...new Set(affected.map(({ package: name }) => name))]
  const hidden = names.length - packagesShown
  return (
    <tr className={rowStyle}>
      <NameCell>
        {id} {withdrawnAt !== null && <Badge>{messages.withdrawn}</Badge>}
        <div className="max-w-prose font-normal text-soft">{summary}</div>
      </NameCell>
      <td className={cellStyle}>
        <Severity severity={rating} word={severityNames[rating]} cvss={cvssScore} />
      </td>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">
        {names.slice(0, packagesShown).join(', ')}
        {hidden > 0 && <span className="text-soft"> {messages.preview.more(hidden)}</span>}
      </td>
      <td className={cellStyle}>
        <OpenFindings own={own} />
      </td>
      <td className={cellStyle}>
        <When epochMs={changedAt} />
      </td>
      <Actions own={own} onEdit={onEdit} />
    </tr>
  )
}

function OpenFindings({ own: { advisoryUuid, open: counts } }: { own: OwnAdvisory }) {
  if (counts.findings === 0) return <span className="text-soft">{messages.noFindings}</span>
  return (
    <Link to={paths.vulnerabilities} search={{ id: advisoryUuid }}>
      {messages.open(counts.findings, counts.projects)}
    </Link>
  )
}

function Actions({ own, onEdit }: { own: OwnAdvisory; onEdit: () => void }) {
  const { uuid: ownAdvisoryUuid, id, withdrawnAt } = own
  const params = { accountUuid: useUser().account.uuid, ownAdvisoryUuid }
  const denialReasonOf = useDenialReason()
  const denialReason = denialReasonOf(ownAdvisories.setWithdrawn)
  const setWithdrawn = useSaving((isWithdrawn: boolean) =>
    api.ownAdvisories.setWithdrawn({ params, body: { isWithdrawn } }),
  )
  const [shown, setShown] = useState<'history' | 'withdraw' | null>(null)
  const restore = () =>
    void setWithdrawn(false)
      .then(() => showNotice(messages.restored(id)))
      .catch(() => showAlert(messages.failed))
  return (
    <ActionsCell
      actions={[
        {
          text: messages.edit,
          label: messages.editOf(id),
          denialReason: denialReasonOf(ownAdvisories.update),
          run: onEdit,
        },
        { text: messages.history, label: messages.historyOf(id), run: () => setShown('history') },
        withdrawnAt === null
          ? {
              text: messages.withdraw,
              label: messages.withdrawOf(id),
              denialReason,
              run: () => setShown('withdraw'),
            }
          : { text: messages.restore, label: messages.restoreOf(id), denialReason, run: restore },
      ]}
    >
      {shown === 'history' && <AdvisoryHistory own={own} onClose={() => setShown(null)} />}
      {shown === 'withdraw' && (
        <Confirm
          title={messages.withdrawTitle(id)}
          text={messages.withdrawText}
          submit={messages.withdraw}
          action={() => setWithdrawn(true)}
          onClose={() => setShown(null)}
        />
      )}
    </ActionsCell>
  )
}
