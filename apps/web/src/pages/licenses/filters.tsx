import { licenseStates } from '@assay/contract/vocabulary.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { licenses as messages } from '../../messages/licenses.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { Toggles } from '../../ui/toggles.tsx'
import { FilterLine, FilterPanel, useFilterPanel } from '../../widgets/lists/filter-panel.tsx'
import { ProjectSelects } from '../../widgets/lists/project-selects.tsx'
import { saveFile } from '../../widgets/save-file.ts'
import { isFiltered, queryOf } from './model.ts'
import { type LicensesPatch, noFilters, type ListProps } from './search.ts'

interface Overview {
  licenses: number
  projects: number
  violatingProjects: number
  unknownProjects: number
}

interface Props extends ListProps {
  overview: Overview | undefined
  isEmpty: boolean
}

const stateOptions = licenseStates.map((value) => ({ value, label: messages.states[value] }))

/** Filters of the list; each is in the URL. */
export function Filters({ search, onSearch, account, overview, isEmpty }: Props) {
  const narrow = (patch: LicensesPatch) => onSearch({ ...patch, open: undefined }, { replace: true })
  const panel = useFilterPanel()
  return (
    <div role="search" className="grid gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FilterLine panel={panel}>
          <FilterField
            label={messages.search}
            placeholder={messages.searchHint}
            value={search.q ?? ''}
            onChange={(q) => narrow({ q: q || undefined })}
          />
        </FilterLine>
        <FilterPanel panel={panel}>
          <Toggles
            label={messages.show}
            options={stateOptions}
            selected={search.state ? [search.state] : []}
            // One of them, or none.
            onChange={(selected) => narrow({ state: licenseStates.find((each) => each === selected.at(-1)) })}
          />
          <ProjectSelects
            account={account}
            team={search.team}
            tag={search.tag}
            groupUuid={search.groupUuid}
            onChange={narrow}
          />
        </FilterPanel>
        {isFiltered(search) && (
          <Button variant="quiet" onPress={() => onSearch(noFilters)}>
            {messages.clear}
          </Button>
        )}
        <span className="ml-auto">
          <Download search={search} account={account} isDisabled={isEmpty || overview === undefined} />
        </span>
      </div>
      <p role="status" className="tabular m-0 min-h-5 text-soft">
        {overview &&
          [
            messages.overview(overview.licenses, overview.projects),
            messages.violating(overview.violatingProjects),
            messages.unknownIn(overview.unknownProjects),
          ]
            .filter(Boolean)
            .join(' · ')}
      </p>
    </div>
  )
}

function Download({
  search,
  account,
  isDisabled,
}: Pick<Props, 'search' | 'account'> & { isDisabled: boolean }) {
  const params = { accountUuid: account.uuid }
  const download = useMutation({
    mutationFn: async () =>
      saveFile('licenses.csv', await api.licenseUse.csv({ params, query: queryOf(search) }), 'text/csv'),
    onError: (error) => showAlert(messageOf(error)),
  })
  return (
    <Button isDisabled={isDisabled || download.isPending} onPress={() => download.mutate()}>
      {messages.download}
    </Button>
  )
}
