import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { messageOf, query } from '../../../api/query.ts'
import { firstScan } from '../../../messages/first-scan.ts'
import { showAlert } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../language/format.ts'
import { FirstScanOption } from './first-scan-option.tsx'

interface Props {
  accountUuid: string
  isAllowed: boolean
}

const messages = firstScan.demo
const refetchMs = 1000

/** Loads the demo data and shows the progress. */
export function LoadDemo({ accountUuid, isAllowed }: Props) {
  const queries = useQueryClient()
  const progressQuery = query(api.demo.progress, { params: { accountUuid } })
  const { data: progress } = useQuery({
    ...progressQuery,
    refetchInterval: ({ state }) => (state.data?.state === 'loading' ? refetchMs : false),
  })
  const load = useMutation({
    mutationFn: () => api.demo.load({ params: { accountUuid } }),
    onSuccess: (begun) => queries.setQueryData(progressQuery.queryKey, begun),
    onError: (error) => showAlert(messageOf(error)),
  })
  const isLoading = load.isPending || progress?.state === 'loading'
  const isOff = !isAllowed || isLoading
  return (
    <FirstScanOption title={messages.title} explanation={messages.explanation}>
      {isLoading && progress && progress.all > 0 && (
        <>
          <progress
            aria-label={messages.loading}
            value={progress.done}
            max={progress.all}
            className="h-1.5 w-full"
          />
          <span className="tabular text-xs text-soft">
            {messages.progress(formatNumber(progress.done), formatNumber(progress.all))}
          </span>
        </>
      )}
      {progress?.state === 'failed' && (
        <p role="alert" className="m-0 text-danger">
          {messages.failed}
        </p>
      )}
      <Button
        aria-disabled={isOff}
        title={isAllowed ? undefined : messages.notAllowed}
        onPress={() => !isOff && load.mutate()}
      >
        {isLoading ? messages.loading : messages.load}
      </Button>
    </FirstScanOption>
  )
}
