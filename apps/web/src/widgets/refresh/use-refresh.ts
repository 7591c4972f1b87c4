import type { Build } from '@assay/contract/builds.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf, Rejection } from '../../api/query.ts'
import { firstScan } from '../../messages/first-scan.ts'
import { refresh as messages } from '../../messages/refresh.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'

interface Refreshed {
  projectUuid: string
  /** Its name in messages. */
  name: string
  /** Defaults to the branch that is shown first. */
  branch?: string
}

/** Scans the current state of a branch in its repository and reports the result. Continues when the page is left. */
export function useRefresh() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ projectUuid, branch }: Refreshed) =>
      finished(await api.pullServer.refresh({ params: { projectUuid }, query: { branch } })),
    async onSuccess(build, { name }) {
      await queries.invalidateQueries()
      showNotice(messages.done(name, build.branch))
    },
    onError: (error, { name }) => showAlert(messages.failed(name, messageOf(error))),
  })
}

/** The build at its end. Throws Rejection if it failed, or if the connection was lost. */
async function finished(started: Build): Promise<Build> {
  let last = started
  if (!hasEnded(last))
    for await (const event of await api.builds.events({ params: { id: started.id } })) last = event
  if (last.status === 'failed') throw new Rejection(last.reason ?? '')
  if (!hasEnded(last)) throw new Rejection(firstScan.dialog.lost)
  return last
}

const hasEnded = ({ status }: Build) => status === 'success' || status === 'failed'
