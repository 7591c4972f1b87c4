import { Skeleton } from '../../ui/skeleton.tsx'

interface Props {
  /** Classes with the usual height of a row. */
  row?: string
  /** The list has column headers. */
  isTable?: boolean
}

/** Loading placeholder of a list, as high as a screen of it. */
export const ListSkeleton = ({ row = 'h-9', isTable = true }: Props) => (
  <div className="overflow-clip rounded-card border border-line bg-surface" aria-busy>
    {isTable && <div className="h-8.25 border-b border-line" />}
    {Array.from({ length: 12 }, (_each, key) => (
      <div key={key} className={`flex items-center border-b border-line-soft px-3 last:border-0 ${row}`}>
        <Skeleton className="h-3 w-2/3" />
      </div>
    ))}
  </div>
)
