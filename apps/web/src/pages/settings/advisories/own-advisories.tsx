import { type OwnAdvisory, ownAdvisories } from '@assay/contract/own-advisories.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { ownAdvisories as messages } from '../../../messages/own-advisories.ts'
import { severityNames } from '../../../messages/severity.ts'
import { paths } from '../../../paths.ts'
import { showAlert, showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Severity } from '../../../ui/severity.tsx'
import { When } from '../../../ui/when.tsx'
import { saveFile } from '../../../widgets/save-file.ts'
import { ActionButton, DialogButton } from '../action-button.tsx'
import { ResourceSection } from '../resource-section.tsx'
import type { Action, Column } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { AdvisoryHistory } from './advisory-history.tsx'
import { EditAdvisory } from './edit-advisory.tsx'
import { ImportAdvisories } from './import-advisories.tsx'

const columns: readonly Column<OwnAdvisory>[] = [
  {
    title: messages.columns.advisory,
    cell: ({ id, withdrawnAt, summary }) => (
      <>
        {id} {withdrawnAt !== null && <Badge>{messages.withdrawn}</Badge>}
        <div className="max-w-prose font-normal text-soft">{summary}</div>
      </>
    ),
  },
  {
    title: messages.columns.severity,
    cell: ({ rating, cvssScore }) => (
      <Severity severity={rating} word={severityNames[rating]} cvss={cvssScore} />
    ),
  },
  {
    title: messages.columns.packages,
    style: 'min-w-32 [overflow-wrap:anywhere]',
    cell: (own) => <Packages {...own} />,
  },
  { title: messages.columns.open, cell: (own) => <OpenFindings {...own} /> },
  { title: messages.columns.changed, cell: ({ changedAt }) => <When epochMs={changedAt} /> },
]

export function OwnAdvisories() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReasonOf = useDenialReason()
  const list = useQuery(query(api.ownAdvisories.list, { params }))
  const exportAll = () =>
    void api.ownAdvisories
      .export({ params })
      .then((documents) => saveFile('advisories.osv.json', jsonOf(documents), 'application/json'))
      .catch(() => showAlert(messages.failed))
  return (
    <ResourceSection
      title={messages.title}
      isTitleHidden
      more={
        <>
          {list.data && list.data.length > 0 && (
            <ActionButton label={messages.exportLabel} onPress={exportAll}>
              {messages.export}
            </ActionButton>
          )}
          <DialogButton
            denialReason={denialReasonOf(ownAdvisories.import)}
            renderDialog={(onClose) => <ImportAdvisories onClose={onClose} />}
          >
            {messages.import.open}
          </DialogButton>
        </>
      }
      add={{
        label: messages.add,
        denialReason: denialReasonOf(ownAdvisories.create),
        isPrimary: true,
        renderDialog: (onClose) => <EditAdvisory own={null} onClose={onClose} />,
      }}
      query={list}
      columns={columns}
      none={messages.none}
      actions={(own) => [
        {
          text: messages.edit,
          label: messages.editOf(own.id),
          denialReason: denialReasonOf(ownAdvisories.update),
          renderDialog: (onClose) => <EditAdvisory own={own} onClose={onClose} />,
        },
        {
          text: messages.history,
          label: messages.historyOf(own.id),
          renderDialog: (onClose) => <AdvisoryHistory own={own} onClose={onClose} />,
        },
        withdrawal(own, params, denialReasonOf(ownAdvisories.setWithdrawn)),
      ]}
    />
  )
}

/** Withdraws an advisory, or restores it. */
function withdrawal(
  { uuid: ownAdvisoryUuid, id, withdrawnAt }: OwnAdvisory,
  { accountUuid }: { accountUuid: string },
  denialReason: string | null,
): Action {
  const setWithdrawn = (isWithdrawn: boolean) =>
    api.ownAdvisories.setWithdrawn({ params: { accountUuid, ownAdvisoryUuid }, body: { isWithdrawn } })
  if (withdrawnAt === null)
    return {
      text: messages.withdraw,
      label: messages.withdrawOf(id),
      denialReason,
      confirm: {
        title: messages.withdrawTitle(id),
        text: messages.withdrawText,
        submit: messages.withdraw,
        action: () => setWithdrawn(true),
      },
    }
  return {
    text: messages.restore,
    label: messages.restoreOf(id),
    denialReason,
    call: async () => {
      await setWithdrawn(false)
      showNotice(messages.restored(id))
    },
  }
}

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2)

const packagesShown = 3

function Packages({ affected }: OwnAdvisory) {
  const names = [...new Set(affected.map(({ package: name }) => name))]
  const hidden = names.length - packagesShown
  return (
    <>
      {names.slice(0, packagesShown).join(', ')}
      {hidden > 0 && <span className="text-soft"> {messages.preview.more(hidden)}</span>}
    </>
  )
}

function OpenFindings({ advisoryUuid, open: counts }: OwnAdvisory) {
  if (counts.findings === 0) return <span className="text-soft">{messages.noFindings}</span>
  return (
    <Link to={paths.vulnerabilities} search={{ id: advisoryUuid }}>
      {messages.open(counts.findings, counts.projects)}
    </Link>
  )
}
