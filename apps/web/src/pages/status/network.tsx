import type { NetworkCheck } from '@assay/contract/site.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { serverStatus } from '../../messages/server-status.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Header, numberCell, rowStyle, Table, wideOnly } from '../../ui/table.tsx'
import { ErrorNotice } from '../../widgets/notices/error-notice.tsx'

const messages = serverStatus.network

/** For the operator: checks on request which external services are reachable. */
export function Network() {
  const queue = useQuery(query(api.system.queue, {}))
  const check = useMutation({ mutationFn: () => api.site.network({}) })
  if (queue.data?.isWholeInstallation !== true) return null
  return (
    <>
      <div className="mt-8 mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="m-0 mb-1 text-base font-semibold">{messages.title}</h2>
          <p className="m-0 text-soft" role="status">
            {check.data ? resultOf(check.data) : messages.lead}
          </p>
        </div>
        <Button aria-disabled={check.isPending} onPress={() => !check.isPending && check.mutate()}>
          {check.isPending ? messages.running : messages.start}
        </Button>
      </div>
      {check.error && (
        <ErrorNotice title={messages.failed} error={check.error} onRetry={() => check.mutate()} />
      )}
      {check.data && check.data.length > 0 && <Checks checks={check.data} />}
    </>
  )
}

const resultOf = (checks: readonly NetworkCheck[]) =>
  checks.length === 0
    ? messages.none
    : messages.done(checks.filter(({ isReachable }) => isReachable).length, checks.length)

const Checks = ({ checks }: { checks: readonly NetworkCheck[] }) => (
  <section className="rounded-card border border-line bg-surface">
    <Table label={messages.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.columns.service} />
          <Header title={messages.columns.address} className={wideOnly} />
          <Header title={messages.columns.state} />
          <Header title={messages.columns.latency} isNumber />
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.id} className={rowStyle}>
            <th scope="row" className="px-3 py-2 text-left font-medium">
              {check.name}
              <span className="block text-xs font-normal [overflow-wrap:anywhere] text-soft sm:hidden">
                {check.address}
              </span>
            </th>
            <td className={`px-3 py-2 [overflow-wrap:anywhere] text-soft ${wideOnly}`}>{check.address}</td>
            <td className="px-3 py-2">
              <State {...check} />
            </td>
            <td className={numberCell}>
              {check.latencyMs === null ? '–' : messages.latency(check.latencyMs)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </section>
)

function State({ isReachable, status, reason }: NetworkCheck) {
  if (!isReachable)
    return (
      <span className="grid gap-1">
        <Badge variant="bad">{messages.unreachable}</Badge>
        <span className="text-soft [overflow-wrap:anywhere]">{reason}</span>
      </span>
    )
  const isFine = status === null || status < 500
  return (
    <Badge variant={isFine ? 'good' : 'plain'}>
      {isFine ? messages.reachable : messages.answered(status)}
    </Badge>
  )
}
