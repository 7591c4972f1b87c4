import type { ReportAdvisoryData } from '@assay/contract/vocabulary.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { feeds as messages } from '../../../messages/feeds.ts'
import { SyncProgress } from '../../../widgets/notices/sync-progress.tsx'
import { usePermission } from '../../../widgets/use-permission.ts'

const runningMs = 1_000
const idleMs = 15_000

/** While advisories are read that the scan did without: how many, and what happens then. */
export function AwaitedAdvisories({ data }: { data: readonly Pick<ReportAdvisoryData, 'state'>[] }) {
  const isAwaited = data.some(({ state }) => state === 'starter')
  const isAllowed = usePermission()('account.read')
  const { data: sync } = useQuery({
    ...query(api.advisoryDatabases.progress, { params: { id: 'osv' } }),
    enabled: isAwaited && isAllowed,
    refetchInterval: ({ state }) => (isBusy(state.data?.state) ? runningMs : idleMs),
  })
  if (!isAwaited || !sync || !isBusy(sync.state)) return null
  return (
    <section
      aria-label={messages.title}
      className="rounded-card border border-line bg-surface px-3 py-2 print:hidden"
    >
      <p className="m-0 text-soft">{messages.rescanFollows}</p>
      <SyncProgress {...sync} />
    </section>
  )
}

const isBusy = (state: string | undefined) => state === 'queued' || state === 'running'
