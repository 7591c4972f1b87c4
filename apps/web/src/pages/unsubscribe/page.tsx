import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { unsubscribe as messages } from '../../messages/unsubscribe.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { IncompleteLink } from '../../widgets/notices/incomplete-link.tsx'
import { useTitle } from '../../widgets/use-title.ts'

/** Target of the unsubscribe link. Requires confirmation, because mail scanners open links. */
export function UnsubscribePage() {
  useTitle(messages.title)
  const token = useLocation({ select: ({ hash }) => hash })
  const end = useMutation({
    mutationFn: () =>
      api.notifications.unsubscribe({ query: { token }, body: { 'List-Unsubscribe': 'One-Click' } }),
  })
  if (token === '') return <IncompleteLink title={messages.noLink} hint={messages.noLinkHint} />
  if (end.isSuccess) return <EmptyState title={messages.done} hint={messages.doneHint} isPage />
  return (
    <section className="mx-auto grid w-full max-w-sm gap-4 rounded-card border border-line bg-surface p-6 sm:mt-16">
      <h1 className="m-0 text-lg font-semibold">{messages.title}</h1>
      <p className="m-0 text-base text-soft">{messages.lead}</p>
      {end.isError && (
        <p role="alert" className="m-0 text-danger">
          {messageOf(end.error)}
        </p>
      )}
      <div>
        <Button
          variant="primary"
          aria-disabled={end.isPending}
          onPress={() => !end.isPending && end.mutate()}
        >
          {messages.submit}
        </Button>
      </div>
    </section>
  )
}
