import { useState } from 'react'
import { api } from '../../api/client.ts'
import { jobs } from '../../messages/jobs.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useJobAction } from './use-job-action.ts'

const messages = jobs.failed

interface Props {
  /** undefined for all jobs. */
  job: string | undefined
  total: number
  onDone: () => void
}

/** Actions on all failed jobs matching the filter, on any page. */
export function AllActions({ job, total, onDone }: Props) {
  const [isAsking, setAsking] = useState(false)
  const body = { job }
  const retry = useJobAction(async () => {
    const { retried, kept } = await api.jobs.retryAll({ body })
    return kept === 0 ? jobs.retried(retried) : `${jobs.retried(retried)}. ${jobs.kept(kept)}.`
  }, onDone)
  const dismiss = useJobAction(async () => {
    const { dismissed } = await api.jobs.dismissAll({ body })
    setAsking(false)
    return jobs.dismissed(dismissed)
  }, onDone)
  const isDisabled = total === 0 || retry.isPending || dismiss.isPending
  return (
    <span className="flex flex-wrap gap-2">
      <Button isDisabled={isDisabled} onPress={() => retry.mutate()}>
        {messages.retryAll}
      </Button>
      <Button variant="quiet" isDisabled={isDisabled} onPress={() => setAsking(true)}>
        {messages.dismissAll}
      </Button>
      <Dialog title={jobs.confirm.title} isOpen={isAsking} onOpenChange={setAsking}>
        <p className="m-0 text-base">{jobs.confirm.text(total)}</p>
        <div className="flex gap-2">
          <Button variant="danger" isDisabled={isDisabled} onPress={() => dismiss.mutate()}>
            {messages.dismissAll}
          </Button>
          <Button variant="quiet" onPress={() => setAsking(false)}>
            {jobs.confirm.cancel}
          </Button>
        </div>
      </Dialog>
    </span>
  )
}
