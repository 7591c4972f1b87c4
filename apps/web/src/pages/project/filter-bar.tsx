import type { ReactNode } from 'react'
import { report as words } from '../../texts/report.ts'
import { Button } from '../../ui/button.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ReportProps } from './props.ts'

interface Props extends ReportProps {
  shown: number
  all: number
  children: ReactNode
}

/** What narrows the list below, and how much is left of it. */
export function FilterBar({ search, onSearch, shown, all, children }: Props) {
  const isFiltered = [search.q, search.severity, search.license, search.show].some(
    (each) => each !== undefined,
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <FilterField
        label={words.filter}
        placeholder={words.filterHint}
        value={search.q ?? ''}
        onChange={(q) => onSearch({ q: q === '' ? undefined : q }, { replace: true })}
      />
      {children}
      <span role="status" className="tabular ml-auto text-xs text-soft">
        {words.shown(shown, all)}
      </span>
      {isFiltered && (
        <Button
          look="quiet"
          onPress={() => onSearch({ q: undefined, severity: undefined, license: undefined, show: undefined })}
        >
          {words.clear}
        </Button>
      )}
    </div>
  )
}

export const ListSkeleton = () => (
  <div className="grid grid-cols-1 gap-2" aria-busy>
    <Skeleton className="h-8 w-96 max-w-full" />
    {[1, 2, 3, 4, 5, 6].map((key) => (
      <Skeleton key={key} className="h-10 w-full" />
    ))}
  </div>
)
