import { type Publication, publications as contract } from '@assay/contract/publications.ts'
import type { ProjectVersion } from '@assay/contract/versions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { messageOf, query } from '../../../api/query.ts'
import { versions } from '../../../messages/versions.ts'
import { showAlert, showNotice } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { When } from '../../../ui/when.tsx'
import { CopyButton } from '../../../widgets/copy-button.tsx'
import { ListSkeleton } from '../../../widgets/lists/list-skeleton.tsx'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { usePermission } from '../../../widgets/use-permission.ts'

const messages = versions.sharing

interface Props {
  version: ProjectVersion
  onClose: () => void
}

/** What customers get of a version, and the identifier with which they get it. */
export function ShareVersion({ version, onClose }: Props) {
  const { projectUuid, uuid: versionUuid } = version
  const params = { projectUuid, versionUuid }
  const found = useQuery(query(api.publications.read, { params }))
  return (
    <Dialog
      title={versions.shareOf(version.name)}
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <p className="m-0 text-soft">{messages.lead}</p>
      <QueryView query={found} skeleton={<ListSkeleton row="h-9.25" />} failed={messages.failed}>
        {(publication) => <Shared publication={publication} params={params} />}
      </QueryView>
    </Dialog>
  )
}

interface SharedProps {
  publication: Publication
  params: { projectUuid: string; versionUuid: string }
}

function Shared({ publication, params }: SharedProps) {
  const { isEnabled, tei, collections } = publication
  const queries = useQueryClient()
  const canPublish = usePermission()(contract.publish.permission)
  const change = useMutation({
    mutationFn: (action: 'publish' | 'withdraw') => api.publications[action]({ params }),
    onSuccess: (after, action) => {
      const isSame = action === 'publish' && after.collections.length === collections.length
      showNotice(isSame ? messages.same : action === 'publish' ? messages.published : messages.withdrawn)
    },
    onError: (error) => showAlert(messageOf(error)),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <>
      {!isEnabled && <p className="m-0">{messages.off}</p>}
      {tei === null ? (
        isEnabled && <p className="m-0">{messages.none}</p>
      ) : (
        <div className="grid gap-1">
          <span className="text-sm text-soft">{messages.tei}</span>
          <div className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 [overflow-wrap:anywhere]">{tei}</code>
            <CopyButton text={tei} variant="quiet" />
          </div>
        </div>
      )}
      {collections.length > 0 && <Collections collections={collections} />}
      {canPublish && (
        <div className="flex flex-wrap justify-end gap-2">
          {tei !== null && (
            <Button isDisabled={change.isPending} onPress={() => change.mutate('withdraw')}>
              {messages.withdraw}
            </Button>
          )}
          {isEnabled && (
            <Button variant="primary" isDisabled={change.isPending} onPress={() => change.mutate('publish')}>
              {tei === null ? messages.publish : messages.update}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

const Collections = ({ collections }: Pick<Publication, 'collections'>) => (
  <ul aria-label={messages.collections} className="m-0 grid list-none gap-2 p-0 text-sm">
    {collections.map(({ version, publishedAt, reason, documents }) => (
      <li key={version} className="flex flex-wrap gap-x-3">
        <span className="font-medium">{messages.collection(version)}</span>
        <When epochMs={publishedAt} />
        <span className="text-soft">{messages.reasons[reason]}</span>
        <span className="text-soft">{documents.map(({ kind }) => messages.kinds[kind]).join(', ')}</span>
      </li>
    ))}
  </ul>
)
