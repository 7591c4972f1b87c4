import type { ReactNode } from 'react'
import { Asked } from '../../parts/asked.tsx'
import { settings as words } from '../../texts/settings.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

interface Props<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** What a part of the settings shows, or why it cannot. */
export const Known = <T,>({ query, children }: Props<T>) => (
  <Asked query={query} skeleton={<Waiting />} failed={words.failed} forbidden={words.forbidden}>
    {children}
  </Asked>
)

const Waiting = () => (
  <div className="grid gap-3 p-4" aria-busy>
    <Skeleton />
    <Skeleton className="h-4 w-2/3" />
  </div>
)
