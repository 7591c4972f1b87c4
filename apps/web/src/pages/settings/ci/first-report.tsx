import type { Build } from '@assay/contract/builds.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { continuousIntegration } from '../../../messages/continuous-integration.ts'
import { paths } from '../../../paths.ts'
import { ErrorNotice } from '../../../widgets/notices/error-notice.tsx'
import { useUser } from '../use-user.ts'
import { type Progress, progressOf } from './progress-model.ts'

const messages = continuousIntegration.wait
const pollMs = 3_000

/** Reports the first use of the token, and the scan of what it submits. */
export function FirstReport({ tokenUuid }: { tokenUuid: string }) {
  const accountUuid = useUser().account.uuid
  const isUsed = useQuery({
    ...query(api.tokens.list, { params: { accountUuid } }),
    select: (known) => known.some(({ uuid, lastUsedAt }) => uuid === tokenUuid && lastUsedAt !== null),
    refetchInterval: ({ state }) =>
      state.data?.some(({ uuid, lastUsedAt }) => uuid === tokenUuid && lastUsedAt !== null) === true
        ? false
        : pollMs,
  })
  const last = useQuery({
    ...query(api.builds.lastOfToken, { params: { accountUuid, tokenUuid } }),
    enabled: isUsed.data === true,
    refetchInterval: ({ state }) => (state.data?.build?.status === 'success' ? false : pollMs),
  })
  const failed = isUsed.isError ? isUsed : last.isError ? last : null
  const build = last.data?.build ?? null
  const progress = progressOf({ isUsed: isUsed.data === true, build })
  return (
    <>
      {failed && (
        <ErrorNotice title={messages.failed} error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      <div role="status" className="flex flex-wrap items-center gap-3">
        {progress === 'scanned' && build ? (
          <Scanned build={build} />
        ) : (
          <Waiting progress={progress} build={build} />
        )}
      </div>
    </>
  )
}

const Waiting = ({ progress, build }: { progress: Progress; build: Build | null }) => (
  <span>
    {progress === 'failed'
      ? messages.scanFailed(build?.reason ?? '')
      : messages[progress === 'waiting' ? 'waiting' : 'connected']}
  </span>
)

function Scanned({ build }: { build: Build }) {
  const project = useQuery(query(api.projects.get, { params: { projectUuid: build.uuid } }))
  return (
    <>
      <span>{messages.arrived(project.data?.name ?? '…', build.branch)}</span>
      <Link
        to={paths.projects}
        search={{ pid: build.uuid, branch: build.branch }}
        className="text-accent underline underline-offset-2"
      >
        {messages.open}
      </Link>
    </>
  )
}
