import type { Overview } from '@assay/contract/scans.ts'
import { refresh as messages } from '../../../messages/refresh.ts'
import { Button } from '../../../ui/button.tsx'
import { useRefresh } from '../../../widgets/refresh/use-refresh.ts'
import { useRepositoryService } from '../../../widgets/refresh/use-repository-service.ts'

interface Props {
  overview: Overview
  /** The branch has a newer scan. */
  onScanned: () => void
}

/** Scans the branch as it is in its repository; nothing if that is not connected. */
export function Refresh({ overview: { project, branch }, onScanned }: Props) {
  const service = useRepositoryService()(project.url)
  const { mutate, isPending } = useRefresh()
  if (service === null) return null
  const start = () =>
    mutate({ projectUuid: project.uuid, name: project.name, branch }, { onSuccess: onScanned })
  return (
    <Button aria-disabled={isPending} title={messages.hint(service)} onPress={() => !isPending && start()}>
      {isPending ? messages.running : messages.start(service)}
    </Button>
  )
}
