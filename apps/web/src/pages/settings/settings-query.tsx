import type { ReactNode } from 'react'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { settings as messages } from '../../messages/settings.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

interface Props<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** The content of a settings section, or its loading or error state. */
export const SettingsQuery = <T,>({ query, children }: Props<T>) => (
  <QueryView query={query} skeleton={<Waiting />} failed={messages.failed} forbidden={messages.forbidden}>
    {children}
  </QueryView>
)

const Waiting = () => (
  <div className="grid gap-3 p-4" aria-busy>
    <Skeleton />
    <Skeleton className="h-4 w-2/3" />
  </div>
)
