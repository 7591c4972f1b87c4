import type { FailedJob } from '@assay/contract/jobs.ts'
import { api } from '../../api/client.ts'
import { jobName, jobs } from '../../messages/jobs.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../language/format.ts'
import { Header, numberCell, rowStyle, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { useJobAction } from './use-job-action.ts'

const messages = jobs.failed

interface Props {
  rows: readonly FailedJob[]
  isBusy: boolean
  /** Called when a row was removed. */
  onDone: () => void
}

export function FailedTable({ rows, isBusy, onDone }: Props) {
  return (
    <Table label={messages.title} isBusy={isBusy}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.columns.job} />
          <Header title={messages.columns.reason} />
          <Header title={messages.columns.attempts} isNumber />
          <Header title={messages.columns.failedAt} isNumber />
          <Header title={messages.columns.actions} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.uuid} {...row} onDone={onDone} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ uuid, job, reason, attempts, failedAt, payload, onDone }: FailedJob & Pick<Props, 'onDone'>) {
  const params = { jobUuid: uuid }
  const retry = useJobAction(async () => {
    await api.jobs.retry({ params })
    return jobs.retried(1)
  }, onDone)
  const dismiss = useJobAction(async () => {
    await api.jobs.dismiss({ params })
    return jobs.dismissed(1)
  }, onDone)
  const isBusy = retry.isPending || dismiss.isPending
  const name = `${jobName(job)} ${uuid.slice(0, 8)}`
  return (
    <tr className={rowStyle}>
      <th scope="row" className="px-3 py-2 text-left align-top font-medium whitespace-nowrap">
        {jobName(job)}
      </th>
      <td className="w-full min-w-48 px-3 py-2 align-top [overflow-wrap:anywhere]">
        {reason}
        <details className="mt-1">
          <summary
            className="w-fit cursor-pointer text-xs text-soft"
            aria-label={`${messages.details} ${name}`}
          >
            {messages.details}
          </summary>
          <pre className="m-0 mt-1 text-xs whitespace-pre-wrap">{JSON.stringify(payload, null, 2)}</pre>
        </details>
      </td>
      <td className={`${numberCell} align-top`}>{formatNumber(attempts)}</td>
      <td className={`${numberCell} align-top`}>
        <When epochMs={failedAt} />
      </td>
      <td className="px-3 py-1.5 align-top">
        <span className="flex gap-2">
          <Button aria-label={`${messages.retry} ${name}`} isDisabled={isBusy} onPress={() => retry.mutate()}>
            {messages.retry}
          </Button>
          <Button
            variant="quiet"
            aria-label={`${messages.dismiss} ${name}`}
            isDisabled={isBusy}
            onPress={() => dismiss.mutate()}
          >
            {messages.dismiss}
          </Button>
        </span>
      </td>
    </tr>
  )
}
