import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { severityNames } from '../../messages/severity.ts'
import { overdue as messages } from '../../messages/overdue.ts'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { FilterLine, FilterPanel, useFilterPanel } from '../../widgets/lists/filter-panel.tsx'
import { ProjectSelects } from '../../widgets/lists/project-selects.tsx'
import { isFiltered, noFilters, type ListProps } from './search.ts'

interface Props extends ListProps {
  /** Of all pages. */
  total: number | undefined
}

const severityOptions = [
  { value: '', label: messages.anySeverity },
  ...ratedSeverities.map((value) => ({ value: value as string, label: severityNames[value] })),
]

/** Filters of the list; each is in the URL. */
export function Filters({ search, onSearch, account, total }: Props) {
  const panel = useFilterPanel()
  return (
    <div role="search" className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <FilterLine panel={panel}>
        <FilterField
          label={messages.project}
          placeholder={messages.projectHint}
          value={search.project ?? ''}
          width="wide"
          onChange={(project) => onSearch({ project: project || undefined }, { replace: true })}
        />
      </FilterLine>
      <FilterPanel panel={panel}>
        <CompactSelect
          label={messages.severity}
          value={search.severity ?? ''}
          options={severityOptions}
          onChange={(value) =>
            onSearch({ severity: ratedSeverities.find((each) => each === value) }, { replace: true })
          }
        />
        <ProjectSelects
          account={account}
          team={search.teamUUID}
          tag={search.tags}
          groupUuid={search.groupUuid}
          onChange={(patch) =>
            onSearch(
              {
                ...('team' in patch && { teamUUID: patch.team }),
                ...('tag' in patch && { tags: patch.tag }),
                ...('groupUuid' in patch && { groupUuid: patch.groupUuid }),
              },
              { replace: true },
            )
          }
        />
      </FilterPanel>
      {isFiltered(search) && (
        <Button variant="quiet" onPress={() => onSearch(noFilters)}>
          {messages.clear}
        </Button>
      )}
      <span role="status" className="tabular ml-auto text-xs text-soft">
        {total !== undefined && messages.count(total)}
      </span>
    </div>
  )
}
