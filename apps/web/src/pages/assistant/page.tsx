import type { AssistantState } from '@assay/contract/assistant-service.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { language } from '../../language/language.ts'
import { assistant as messages } from '../../messages/assistant.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { PageTitle } from '../../widgets/lists/page-title.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import { Conversation } from './conversation.tsx'
import { History } from './history.tsx'
import { NotAvailable } from './notices.tsx'
import type { AssistantSearch } from './search.ts'

interface Props {
  search: AssistantSearch
  onSearch: (search: AssistantSearch) => void
}

export function AssistantPage(props: Props) {
  useTitle(messages.title)
  return (
    <MembersOnly>
      <Assistant {...props} />
    </MembersOnly>
  )
}

function Assistant({ search: { id }, onSearch }: Props) {
  const queries = useQueryClient()
  const state = useQuery(query(api.barista.state, {}))
  const [isRemoving, setRemoving] = useState(false)
  const begin = useMutation({
    mutationFn: () => api.barista.createWithSummary({ body: {} }),
    onSuccess: (made) => onSearch({ id: made.id }),
    onError: (error) => showAlert(messageOf(error)),
    onSettled: () => queries.invalidateQueries(),
  })
  const remove = useMutation({
    mutationFn: (uuid: string | null): Promise<object> =>
      uuid === null ? api.barista.removeAll() : api.barista.remove({ params: { conversationUuid: uuid } }),
    onSuccess: (_, uuid) => {
      setRemoving(false)
      if (uuid === null || uuid === id) onSearch({ id: undefined })
    },
    onError: (error) => showAlert(messageOf(error)),
    // Not the deleted one, which may still be visible.
    onSettled: () => queries.invalidateQueries({ queryKey: query(api.barista.conversations, {}).queryKey }),
  })
  return (
    <>
      <PageTitle
        title={messages.title}
        lead={messages.lead}
        actions={
          <Button
            variant="primary"
            aria-busy={begin.isPending}
            onPress={() => begin.isPending || begin.mutate()}
          >
            {messages.begin}
          </Button>
        }
      />
      <QueryView
        query={state}
        skeleton={<PageSkeleton />}
        failed={messages.failed}
        forbidden={messages.forbidden}
      >
        {(known) => (
          <div className={columns}>
            <div className="min-w-0 lg:order-last">
              {id === undefined ? <Start state={known} /> : <Shown id={id} state={known} />}
            </div>
            <History
              chosen={id}
              onRemove={(uuid) => remove.mutate(uuid)}
              onRemoveAll={() => setRemoving(true)}
            />
          </div>
        )}
      </QueryView>
      <Dialog title={messages.removeAll} isOpen={isRemoving} onOpenChange={() => setRemoving(false)}>
        <p className="m-0">{messages.removeAllText}</p>
        <div className="flex gap-2">
          <Button variant="danger" onPress={() => remove.isPending || remove.mutate(null)}>
            {messages.removeAll}
          </Button>
          <Button variant="quiet" onPress={() => setRemoving(false)}>
            {messages.cancel}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** The list of conversations and the shown one. */
const columns = 'grid grid-cols-1 gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]'

const PageSkeleton = () => (
  <div className={columns} aria-busy>
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-64 w-full" />
  </div>
)

const Start = ({ state }: { state: AssistantState }) => (
  <div className="grid gap-4">
    {state.status !== 'on' && <NotAvailable state={state} />}
    <EmptyState title={messages.begin} hint={messages.beginText} />
  </div>
)

function Shown({ id, state }: { id: string; state: AssistantState }) {
  const known = useQuery(
    query(api.barista.conversation, { params: { conversationUuid: id }, query: { language } }),
  )
  return (
    <QueryView
      query={known}
      skeleton={<Skeleton className="h-64 w-full" />}
      failed={messages.failed}
      forbidden={messages.forbidden}
      missing={<EmptyState title={messages.missing} hint={messages.missingHint} />}
    >
      {(conversation) => <Conversation key={id} conversation={conversation} state={state} />}
    </QueryView>
  )
}
