import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { continuousIntegration } from '../../../messages/continuous-integration.ts'
import { paths } from '../../../paths.ts'
import { ErrorNotice } from '../../../widgets/error-notice.tsx'
import { useUser } from '../use-user.ts'
import { firstReport } from './snippets-model.ts'

const messages = continuousIntegration.wait
const pollMs = 3_000

interface Props {
  tokenUuid: string
  /** When the token was created, by the server's clock. */
  since: number
}

/** Reports the first use of the token and the resulting scan. */
export function FirstReport({ tokenUuid, since }: Props) {
  const accountUuid = useUser().account.uuid
  const isUsed = useQuery({
    ...query(api.tokens.list, { params: { accountUuid } }),
    select: (known) => known.some(({ uuid, lastUsedAt }) => uuid === tokenUuid && lastUsedAt !== null),
    refetchInterval: ({ state }) =>
      state.data?.some(({ uuid, lastUsedAt }) => uuid === tokenUuid && lastUsedAt !== null) === true
        ? false
        : pollMs,
  })
  const reports = useQuery({
    ...query(api.reports.listV2, { query: { sinceDaysAgo: 1, nocache: 'true' } }),
    enabled: isUsed.data === true,
    refetchInterval: ({ state }) => (firstReport(state.data ?? [], since) === null ? pollMs : false),
  })
  const report = firstReport(reports.data ?? [], since)
  const failed = isUsed.isError ? isUsed : reports.isError ? reports : null
  if (failed)
    return <ErrorNotice title={messages.failed} error={failed.error} onRetry={() => void failed.refetch()} />
  return (
    <div role="status" className="flex flex-wrap items-center gap-3">
      {report === null ? (
        <span>{isUsed.data === true ? messages.connected : messages.waiting}</span>
      ) : (
        <>
          <span>{messages.arrived(report.name, report.branch)}</span>
          <Link
            to={paths.projects}
            search={{ pid: report.uuid, branch: report.branch }}
            className="text-accent underline underline-offset-2"
          >
            {messages.open}
          </Link>
        </>
      )}
    </div>
  )
}
