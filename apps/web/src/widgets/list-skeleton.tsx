import { Skeleton } from '../ui/skeleton.tsx'

/** Loading placeholder of a list. */
export const ListSkeleton = () => (
  <div className="grid grid-cols-1 gap-2" aria-busy>
    {[1, 2, 3, 4, 5, 6, 7, 8].map((key) => (
      <Skeleton key={key} className="h-9 w-full" />
    ))}
  </div>
)
