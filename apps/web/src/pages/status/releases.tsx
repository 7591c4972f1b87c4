import {
  type ReleaseCoverage,
  type ReleaseSource,
  releaseStates,
  type ReleaseStatus,
} from '@assay/contract/releases.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { formatNumber } from '../../language/format.ts'
import { texts } from '../../messages/app.ts'
import { serverStatus } from '../../messages/server-status.ts'
import { Badge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { cellStyle, Header, numberCell, rowStyle, Table, wideOnly } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ErrorNotice } from '../../widgets/notices/error-notice.tsx'

const messages = serverStatus.releases
const refetchMs = 15_000

/** For the operator: sources of package releases, and how many packages are known. */
export function Releases() {
  const queue = useQuery(query(api.system.queue, {}))
  return queue.data?.isWholeInstallation === true ? <Section /> : null
}

function Section() {
  const status = useQuery({ ...query(api.releases.status, {}), refetchInterval: refetchMs })
  return (
    <>
      <h2 className="m-0 mt-8 mb-1 text-base font-semibold">{messages.title}</h2>
      <p className="m-0 mb-4 text-soft">{status.data ? leadOf(status.data) : messages.lead}</p>
      {status.isPending && <Spinner label={texts.loading} />}
      {status.error && (
        <ErrorNotice title={messages.failed} error={status.error} onRetry={() => void status.refetch()} />
      )}
      <div className="grid grid-cols-1 gap-4">
        {status.data && status.data.sources.length > 0 && <Sources sources={status.data.sources} />}
        {status.data && status.data.ecosystems.length > 0 && <Packages ecosystems={status.data.ecosystems} />}
      </div>
    </>
  )
}

function leadOf({ isOn, ecosystems }: ReleaseStatus): string {
  if (!isOn) return messages.off
  return ecosystems.length === 0 ? messages.empty : messages.lead
}

const { columns } = messages.sources
/** On a phone, below the name. */
const variants = { ok: 'good', failing: 'bad', waiting: 'plain' } as const

const Sources = ({ sources }: { sources: readonly ReleaseSource[] }) => (
  <section className="rounded-card border border-line bg-surface">
    <Table label={messages.sources.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={columns.source} />
          <Header title={columns.state} />
          <Header title={columns.packages} isNumber className={wideOnly} />
          <Header title={columns.succeeded} className={wideOnly} />
          <Header title={columns.error} className={wideOnly} />
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.name} className={rowStyle}>
            <th
              scope="row"
              className="px-3 py-2 text-left font-medium [overflow-wrap:anywhere] sm:whitespace-nowrap"
            >
              {source.name}
              <span className="grid gap-1 text-xs font-normal sm:hidden">
                <span className="text-soft">
                  {columns.packages}: {formatNumber(source.packages)} · {columns.succeeded}:{' '}
                  <LastSuccess {...source} />
                </span>
                {source.error !== null && <LastError {...source} />}
              </span>
            </th>
            <td className="px-3 py-2">
              <Badge variant={variants[source.state]}>{messages.sources.states[source.state]}</Badge>
            </td>
            <td className={`${numberCell} ${wideOnly}`}>{formatNumber(source.packages)}</td>
            <td className={`${cellStyle} ${wideOnly}`}>
              <LastSuccess {...source} />
            </td>
            <td className={`px-3 py-2 ${wideOnly}`}>
              <LastError {...source} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </section>
)

const LastSuccess = ({ lastSuccessAt }: ReleaseSource) => (
  <When epochMs={lastSuccessAt} otherwise={messages.sources.never} />
)

function LastError({ error, lastErrorAt, resumesAt }: ReleaseSource) {
  if (error === null) return <span className="text-soft">–</span>
  return (
    <span className="grid gap-1">
      <span className="[overflow-wrap:anywhere]">{error}</span>
      <span className="text-soft">
        <When epochMs={lastErrorAt} />
        {resumesAt !== null && (
          <>
            {' · '}
            {messages.sources.resumes} <When epochMs={resumesAt} />
          </>
        )}
      </span>
    </span>
  )
}

const Packages = ({ ecosystems }: { ecosystems: readonly ReleaseCoverage[] }) => (
  <section className="rounded-card border border-line bg-surface max-sm:[&_:is(td,th)]:px-2">
    <Table label={messages.packages.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.packages.columns.ecosystem} />
          {releaseStates.map((each) => (
            <Header key={each} title={messages.packages.columns[each]} isNumber />
          ))}
        </tr>
      </thead>
      <tbody>
        {ecosystems.map((row) => (
          <tr key={row.ecosystem} className={rowStyle}>
            <th scope="row" className="px-3 py-2 text-left font-medium">
              {row.name}
            </th>
            {releaseStates.map((each) => (
              <td key={each} className={numberCell}>
                {formatNumber(row.packages[each])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </section>
)
