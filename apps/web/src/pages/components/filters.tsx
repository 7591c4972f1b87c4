import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { components as messages } from '../../messages/components.ts'
import { lists } from '../../messages/lists.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { Toggles } from '../../ui/toggles.tsx'
import { FilterLine, FilterPanel, useFilterPanel } from '../../widgets/lists/filter-panel.tsx'
import { EcosystemSelect, ProjectSelects } from '../../widgets/lists/project-selects.tsx'
import { saveFile } from '../../widgets/save-file.ts'
import { isFiltered, queryOf, wantedOf } from './model.ts'
import { type ComponentsPatch, type ComponentsSearch, flags, noFilters, type AccountProps } from './search.ts'
import type { useDependencies } from './use-dependencies.ts'

interface Props extends AccountProps {
  found: ReturnType<typeof useDependencies>
}

const showOptions = flags.map((value) => ({ value, label: messages.flags[value] }))
const relationOptions = [
  { value: '', label: messages.relations.any },
  { value: 'direct', label: messages.relations.direct },
  { value: 'transitive', label: messages.relations.transitive },
]

/** Filters of the list; each is in the URL. */
export function Filters(props: Props) {
  const { search, onSearch } = props
  const panel = useFilterPanel()
  const narrow = (patch: ComponentsPatch) => onSearch({ ...patch, open: undefined }, { replace: true })
  const set = (field: keyof ComponentsSearch) => (value: string) =>
    narrow({ [field]: value === '' ? undefined : value })
  return (
    <div role="search" className="grid gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FilterLine panel={panel}>
          <FilterField
            label={messages.search}
            placeholder={messages.searchHint}
            value={search.q ?? ''}
            onChange={set('q')}
          />
        </FilterLine>
        <FilterPanel panel={panel}>
          <Texts {...props} set={set} narrow={narrow} />
          <EcosystemSelect
            value={search.ecosystem}
            loaded={(props.found.rows ?? []).map(({ ecosystem }) => ecosystem)}
            hasOther
            onChange={set('ecosystem')}
          />
          <CompactSelect
            label={messages.relation}
            value={search.relation ?? ''}
            options={relationOptions}
            onChange={set('relation')}
          />
        </FilterPanel>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FilterPanel panel={panel}>
          <Toggles
            label={messages.show}
            options={showOptions}
            selected={(search.show ?? '').split(',').filter(Boolean)}
            onChange={(selected) => set('show')(selected.join(','))}
          />
          <ProjectSelects
            account={props.account}
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
        <Results {...props} />
      </div>
    </div>
  )
}

interface Setters {
  set: (field: keyof ComponentsSearch) => (value: string) => void
  narrow: (patch: ComponentsPatch) => void
}

/** Version range and license. */
function Texts({ search, found, set, narrow }: Props & Setters) {
  const { name, range, isRange } = wantedOf(search)
  const licenses = new Set((found.rows ?? []).flatMap((row) => row.licenses))
  return (
    <>
      <Labeled
        label={messages.version}
        placeholder={messages.versionHint}
        value={range}
        isInvalid={!isRange}
        // From now on, the version comes from this field instead of the search text.
        onChange={(version) => narrow({ q: name || undefined, version: version || undefined })}
      />
      <Labeled
        label={messages.license}
        placeholder={messages.licenseHint}
        value={search.license === noLicense ? lists.noLicense : (search.license ?? '')}
        suggestions={[lists.noLicense, ...licenses].slice(0, maxSuggestions)}
        onChange={(typed) => set('license')(typed === lists.noLicense ? noLicense : typed)}
      />
    </>
  )
}

/** With a visible label, like the selects. */
const Labeled = (props: ComponentProps<typeof FilterField>) => (
  <label className="flex items-center gap-2 text-xs whitespace-nowrap text-soft max-sm:w-full">
    {props.label}
    <FilterField {...props} width="narrow" />
  </label>
)

/** The API's value for components without a license. */
const noLicense = 'none'
const maxSuggestions = 100

/** The number of components, and their download. */
function Results({ search, account, found }: Props) {
  const { isRange } = wantedOf(search)
  const { rows } = found
  return (
    <span className="ml-auto flex flex-wrap items-center gap-3">
      <span role="status" className="tabular text-xs text-soft">
        {isRange && rows && countOf(found)}
      </span>
      <Download search={search} account={account} isDisabled={!isRange || !rows || rows.length === 0} />
    </span>
  )
}

const countOf = ({ rows = [], hasNextPage, isSorting }: Props['found']) =>
  isSorting ? messages.sorting(rows.length) : messages.count(rows.length, hasNextPage)

function Download({
  search,
  account,
  isDisabled,
}: Pick<Props, 'search' | 'account'> & { isDisabled: boolean }) {
  const params = { accountUuid: account.uuid }
  const download = useMutation({
    mutationFn: async () =>
      saveFile('components.csv', await api.insights.csv({ params, query: queryOf(search) }), 'text/csv'),
    onError: (error) => showAlert(messageOf(error)),
  })
  return (
    <Button isDisabled={isDisabled || download.isPending} onPress={() => download.mutate()}>
      {messages.download}
    </Button>
  )
}
