import type { AssistantItem } from '@assay/contract/assistant-conversations.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { assistant as messages } from '../../messages/assistant.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'

interface Props {
  chosen: string | undefined
  onRemove: (uuid: string) => void
  onRemoveAll: () => void
}

/** The member's conversations, most recently used first. */
export function History({ chosen, onRemove, onRemoveAll }: Props) {
  const known = useQuery(query(api.barista.conversations, {}))
  return (
    <nav aria-label={messages.history} className="grid min-w-0 content-start gap-2">
      <h2 className="m-0 text-sm font-semibold">{messages.history}</h2>
      <QueryView
        query={known}
        skeleton={<Skeleton className="h-24 w-full" />}
        failed={messages.failed}
        forbidden={messages.forbidden}
      >
        {(items) =>
          items.length === 0 ? (
            <p className="m-0 text-soft">{messages.none}</p>
          ) : (
            <>
              <ul className="m-0 grid max-h-[28rem] list-none gap-1 overflow-y-auto p-0 lg:max-h-[60dvh]">
                {items.map((item) => (
                  <Item key={item.id} item={item} isChosen={item.id === chosen} onRemove={onRemove} />
                ))}
              </ul>
              <div>
                <Button variant="quiet" onPress={onRemoveAll}>
                  {messages.removeAll}
                </Button>
              </div>
            </>
          )
        }
      </QueryView>
    </nav>
  )
}

interface ItemProps {
  item: AssistantItem
  isChosen: boolean
  onRemove: (uuid: string) => void
}

const Item = ({ item: { id, title, updatedAt }, isChosen, onRemove }: ItemProps) => (
  <li className={`flex items-start rounded-md ${isChosen ? 'bg-hover' : 'hover:bg-hover'}`}>
    <Link
      to={paths.assistant}
      search={{ id }}
      {...(isChosen && { 'aria-current': 'page' as const })}
      className="grid min-w-0 grow px-2 py-1.5 text-sm text-ink no-underline"
    >
      <span className="truncate" title={title}>
        {title}
      </span>
      <span className="text-xs text-soft">
        <When epochMs={updatedAt} />
      </span>
    </Link>
    <button
      type="button"
      aria-label={`${messages.remove}: ${title}`}
      title={messages.remove}
      onClick={() => onRemove(id)}
      className="m-1 grid size-7 shrink-0 cursor-pointer place-items-center rounded-md text-soft hover:text-danger"
    >
      <span aria-hidden>×</span>
    </button>
  </li>
)
