import type { FeedStatus } from '@assay/contract/advisory-databases.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { feeds as messages } from '../../messages/feeds.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { SyncProgress } from '../../widgets/notices/sync-progress.tsx'
import { type SyncFailure, syncView } from './sync-model.ts'

const runningMs = 1_000
const idleMs = 15_000

const isBusy = ({ sync: { state } }: FeedStatus) => state === 'queued' || state === 'running'

/** Feeds, sync progress and errors. */
export function Sync() {
  const feeds = useQuery({
    ...query(api.advisoryDatabases.feeds, {}),
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? runningMs : idleMs),
  })
  return (
    <div className="mb-4">
      <QueryView
        query={feeds}
        skeleton={<Skeleton className="h-12 w-full" />}
        failed={messages.failedToLoad}
        forbidden={messages.forbidden}
      >
        {(status) => <SyncSection status={status} readAt={feeds.dataUpdatedAt} />}
      </QueryView>
    </div>
  )
}

function SyncSection({ status, readAt }: { status: FeedStatus; readAt: number }) {
  const view = syncView(status, readAt)
  return (
    <section aria-label={messages.title} className="rounded-card border border-line bg-surface px-3 py-2">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="m-0 text-soft">
          {messages.lead[view.lead]}
          {view.lead === 'synced' && (
            <>
              {' '}
              <When epochMs={view.lastAt} />
              {!view.isRunning && (
                <>
                  {' · '}
                  {messages.lead.next} <When epochMs={view.nextAt} />
                </>
              )}
            </>
          )}
        </p>
        {status.maySync && status.feeds.length > 0 && <SyncButton isRunning={view.isRunning} />}
      </div>
      {view.isRunning && <SyncProgress {...status.sync} />}
      {view.failures.map((failure) => (
        <Failure key={failure.error} failure={failure} />
      ))}
    </section>
  )
}

function SyncButton({ isRunning }: { isRunning: boolean }) {
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: () => api.advisoryDatabases.sync({ params: { id: 'osv' }, body: {} }),
    onError: (error) => showAlert(`${messages.failedToStart} ${messageOf(error)}`),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <Button isDisabled={isRunning || start.isPending} onPress={() => start.mutate()}>
      {messages.start}
    </Button>
  )
}

function Failure({ failure: { error, names, lastSuccessAt, nextAt } }: { failure: SyncFailure }) {
  return (
    <div className="mt-2 border-t border-line pt-2">
      <p className="m-0 font-medium text-danger">{messages.failure.title(names)}</p>
      <p className="m-0 text-sm break-words">{error}</p>
      <p className="m-0 text-sm text-soft">
        {messages.failure.last} <When epochMs={lastSuccessAt} otherwise={messages.failure.never} />
        {' · '}
        {messages.failure.next} <When epochMs={nextAt} />
      </p>
    </div>
  )
}
