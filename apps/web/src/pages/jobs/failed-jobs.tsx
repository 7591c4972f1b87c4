import type { JobQueue } from '@assay/contract/jobs.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { texts } from '../../messages/app.ts'
import { jobName, jobs } from '../../messages/jobs.ts'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { AllActions } from './all-actions.tsx'
import { FailedTable } from './failed-table.tsx'
import type { JobsProps } from './search.ts'

const messages = jobs.failed
const refetchMs = 5_000

interface Props extends JobsProps {
  queues: readonly JobQueue[]
}

/** Permanently failed jobs with the reason, in pages. */
export function FailedJobs({ queues, search: { job, after }, onSearch }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const failed = useQuery({
    ...query(api.jobs.failed, { query: { job, after } }),
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  })
  const names = [...new Set([...queues.map(({ name }) => name), ...(job === undefined ? [] : [job])])]
  const options = [
    { value: '', label: messages.all },
    ...names.map((name) => ({ value: name, label: jobName(name) })),
  ]
  // The pressed button disappeared with its row.
  const onDone = () => heading.current?.focus()
  return (
    <section className="mt-8 rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-3 px-3 py-3">
        <h2 ref={heading} tabIndex={-1} className="m-0 mr-auto text-base font-semibold">
          {messages.title}
        </h2>
        <CompactSelect
          label={messages.filter}
          value={job ?? ''}
          options={options}
          onChange={(value) => onSearch({ job: value === '' ? undefined : value })}
        />
        <AllActions job={job} total={failed.data?.total ?? 0} onDone={onDone} />
      </div>
      <QueryView
        query={failed}
        skeleton={<Spinner label={texts.loading} />}
        failed={jobs.failedToLoad}
        forbidden={jobs.forbidden}
      >
        {({ jobs: rows, total, nextAfter }) =>
          rows.length === 0 && after === undefined ? (
            <EmptyState {...messages.empty} />
          ) : (
            <>
              <FailedTable rows={rows} isBusy={failed.isPlaceholderData} onDone={onDone} />
              <nav aria-label={messages.pages} className="flex flex-wrap items-center gap-3 px-3 py-3">
                <span className="mr-auto text-soft">{messages.count(total)}</span>
                <Button isDisabled={after === undefined} onPress={() => onSearch({ job })}>
                  {messages.newest}
                </Button>
                <Button
                  isDisabled={nextAfter === null}
                  onPress={() => nextAfter !== null && onSearch({ job, after: nextAfter })}
                >
                  {messages.older}
                </Button>
              </nav>
            </>
          )
        }
      </QueryView>
    </section>
  )
}
