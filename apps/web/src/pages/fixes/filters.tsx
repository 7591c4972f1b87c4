import { fixOrders } from '@assay/contract/fixes.ts'
import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { fixes as messages } from '../../messages/fixes.ts'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { FilterLine, FilterPanel, useFilterPanel } from '../../widgets/lists/filter-panel.tsx'
import { ProjectSelects } from '../../widgets/lists/project-selects.tsx'
import { isFiltered } from './model.ts'
import { type FixesPatch, type ListProps, noFilters } from './search.ts'

const severityOptions = [
  { value: '', label: messages.anySeverity },
  ...ratedSeverities.map((value) => ({ value: value as string, label: messages.counts[value] })),
]
const viewOptions = (['open', 'snoozed'] as const).map((value) => ({ value, label: messages.views[value] }))
const orderOptions = fixOrders.map((value) => ({ value, label: messages.orders[value] }))

/** Filters and order of the list; each is in the URL. */
export function Filters({ search, onSearch, account }: ListProps) {
  const narrow = (patch: FixesPatch) => onSearch({ ...patch, open: undefined }, { replace: true })
  const panel = useFilterPanel()
  return (
    <div role="search" className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <FilterLine panel={panel}>
        <FilterField
          label={messages.project}
          placeholder={messages.projectHint}
          value={search.project ?? ''}
          width="wide"
          onChange={(project) => narrow({ project: project || undefined })}
        />
      </FilterLine>
      <FilterPanel panel={panel}>
        <Selects search={search} account={account} narrow={narrow} />
      </FilterPanel>
      {isFiltered(search) && (
        <Button variant="quiet" onPress={() => onSearch(noFilters)}>
          {messages.clear}
        </Button>
      )}
    </div>
  )
}

interface SelectsProps extends Pick<ListProps, 'search' | 'account'> {
  narrow: (patch: FixesPatch) => void
}

const Selects = ({ search, account, narrow }: SelectsProps) => (
  <>
    <CompactSelect
      label={messages.severity}
      value={search.severity ?? ''}
      options={severityOptions}
      onChange={(value) => narrow({ severity: ratedSeverities.find((each) => each === value) })}
    />
    <ProjectSelects
      account={account}
      team={search.teamUUID}
      tag={search.tags}
      groupUuid={search.groupUuid}
      onChange={(patch) =>
        narrow({
          ...('team' in patch && { teamUUID: patch.team }),
          ...('tag' in patch && { tags: patch.tag }),
          ...('groupUuid' in patch && { groupUuid: patch.groupUuid }),
        })
      }
    />
    <CompactSelect
      label={messages.show}
      value={search.snoozed ? 'snoozed' : 'open'}
      options={viewOptions}
      onChange={(value) => narrow({ snoozed: value === 'snoozed' || undefined })}
    />
    <CompactSelect
      label={messages.sort}
      value={search.sort ?? 'urgent'}
      options={orderOptions}
      onChange={(value) => narrow({ sort: value === 'closes' ? value : undefined })}
    />
  </>
)
