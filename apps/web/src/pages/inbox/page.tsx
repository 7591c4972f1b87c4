import type { InboxMessage } from '@assay/contract/inbox.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { language } from '../../language/language.ts'
import { notifications } from '../../messages/notifications.ts'
import { settings } from '../../messages/settings.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { MessageLines } from '../../widgets/notices/message-lines.tsx'
import { PageTitle } from '../../widgets/lists/page-title.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { useTitle } from '../../widgets/use-title.ts'

const messages = notifications.inbox

export function InboxPage() {
  useTitle(messages.title)
  return (
    <MembersOnly>
      <Inbox />
    </MembersOnly>
  )
}

function Inbox() {
  const queries = useQueryClient()
  const messagesQuery = useInfiniteQuery({
    queryKey: ['inbox'],
    queryFn: ({ pageParam, signal }) =>
      api.inbox.list({ query: { language, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const read = useMutation({
    mutationFn: (uuids?: string[]) =>
      api.inbox.markRead({ body: uuids === undefined ? {} : { messages: uuids } }),
    onSettled: () => queries.invalidateQueries(),
  })
  const unread = messagesQuery.data?.pages[0]?.unread ?? 0
  return (
    <>
      <PageTitle
        title={messages.title}
        actions={
          <>
            <Link
              data-target
              to={paths.settingsSection}
              params={{ section: 'notifications' }}
              className="font-medium text-accent"
            >
              {messages.settings}
            </Link>
            <Button aria-disabled={unread === 0} onPress={() => unread > 0 && read.mutate(undefined)}>
              {messages.markAll}
            </Button>
          </>
        }
      />
      <QueryView
        query={messagesQuery}
        skeleton={<MessagesSkeleton />}
        failed={settings.failed}
        forbidden={settings.forbidden}
      >
        {({ pages }) => {
          const all = pages.flatMap((page) => page.messages)
          if (all.length === 0) return <EmptyState title={messages.none} hint={messages.noneHint} />
          return (
            <ol className="m-0 grid list-none gap-3 p-0" aria-label={messages.title}>
              {all.map((message) => (
                <Message key={message.uuid} message={message} onRead={() => read.mutate([message.uuid])} />
              ))}
            </ol>
          )
        }}
      </QueryView>
      {messagesQuery.hasNextPage && (
        <div className="mt-3 text-center">
          <Button onPress={() => void messagesQuery.fetchNextPage()}>{messages.more}</Button>
        </div>
      )}
    </>
  )
}

const MessagesSkeleton = () => (
  <div className="grid gap-3" aria-busy>
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-24 w-full" />
    ))}
  </div>
)

const Message = ({
  message: { message, at, isRead },
  onRead,
}: {
  message: InboxMessage
  onRead: () => void
}) => (
  <li className={`rounded-card border bg-surface p-4 ${isRead ? 'border-line' : 'border-accent'}`}>
    <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
      <h2 className="m-0 mr-auto text-base font-semibold [overflow-wrap:anywhere]">{message.title}</h2>
      {!isRead && (
        <>
          <Badge>{messages.unread}</Badge>
          <Button variant="quiet" aria-label={messages.markOf(message.title)} onPress={onRead}>
            {messages.mark}
          </Button>
        </>
      )}
      <span className="text-sm text-soft">
        <When epochMs={at} />
      </span>
    </div>
    <MessageLines message={message} />
  </li>
)
