import type { ReactNode } from 'react'
import { report as messages } from '../../../messages/report.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterField } from '../../../ui/filter-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ListSkeleton } from '../../../widgets/lists/list-skeleton.tsx'
import type { ReportProps } from './props.ts'

interface Props extends ReportProps {
  /** The kind of rows. */
  noun: keyof typeof messages.filterHint
  shown: number
  all: number
  /** Number of groups, if grouped. */
  upgrades?: number
  /** Number of shown rows that are not counted anywhere else in the report. */
  excluded?: number
  /** After the number of matches. */
  actions?: ReactNode
  /** Puts the number of matches and the actions on a line of their own. */
  isTwoLines?: boolean
  children: ReactNode
}

/** List filters with the number of matches. */
export function FilterBar({
  search,
  onSearch,
  noun,
  isTwoLines = false,
  actions,
  children,
  ...counts
}: Props) {
  const isFiltered = [search.q, search.severity, search.license, search.show].some(
    (each) => each !== undefined,
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <FilterField
        label={messages.filter}
        placeholder={messages.filterHint[noun]}
        value={search.q ?? ''}
        onChange={(q) => onSearch({ q: q === '' ? undefined : q }, { replace: true })}
      />
      {children}
      <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${isTwoLines ? 'basis-full' : 'ml-auto'}`}>
        <Counts noun={noun} {...counts} />
        {isFiltered && (
          <Button
            variant="quiet"
            onPress={() =>
              onSearch({ q: undefined, severity: undefined, license: undefined, show: undefined })
            }
          >
            {messages.clear}
          </Button>
        )}
        {actions}
      </div>
    </div>
  )
}

const Counts = ({
  noun,
  shown,
  all,
  upgrades,
  excluded = 0,
}: Pick<Props, 'noun' | 'shown' | 'all' | 'upgrades' | 'excluded'>) => (
  <span className="tabular flex gap-x-1.5 text-xs text-soft">
    {upgrades !== undefined && (
      <>
        <span>{messages.upgrades.shown(upgrades)}</span> <span aria-hidden>·</span>
      </>
    )}
    <span role="status">{messages.shown(shown, all, noun)}</span>
    {excluded > 0 && (
      <>
        <span aria-hidden>·</span> <span>{messages.excludedOf(excluded)}</span>
      </>
    )}
  </span>
)

/** Loading placeholder of a filter bar and its list. */
export const FilteredListSkeleton = () => (
  <div className="grid grid-cols-1 gap-2">
    <Skeleton className="h-8 w-96 max-w-full" />
    <ListSkeleton />
  </div>
)
