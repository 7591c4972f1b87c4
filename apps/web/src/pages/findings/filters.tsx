import { findingStates, ratedSeverities } from '@assay/engine/vocabulary.ts'
import { severityNames } from '../../messages/severity.ts'
import { triage } from '../../messages/triage.ts'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { Toggles } from '../../ui/toggles.tsx'
import { type FindingsProps, isFiltered, noFilters } from './search.ts'

const messages = triage.findings

interface Props extends FindingsProps {
  count: number | undefined
  hasMore: boolean
}

const states = findingStates.filter((state) => state !== 'fixed')
const stateOptions = [
  { value: '', label: messages.anyState },
  ...states.map((value) => ({ value: value as string, label: triage.states[value] })),
]
const severityOptions = [
  { value: '', label: messages.anySeverity },
  ...ratedSeverities.map((value) => ({ value: value as string, label: severityNames[value] })),
]
const toggles = [
  { value: 'mine', label: messages.mine },
  { value: 'unassigned', label: messages.unassigned },
  { value: 'overdue', label: messages.overdue },
  { value: 'exploited', label: messages.exploited },
]

/** Filters of the list; each is in the URL. */
export const Filters = ({ search, onSearch, count, hasMore }: Props) => (
  <div role="search" className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
    <Toggles
      label={messages.filters}
      options={toggles}
      selected={selectedOf(search)}
      onChange={(selected) => {
        // Of the two, the one chosen last.
        const added = selected.filter((each) => !selectedOf(search).includes(each))
        const isMine = selected.includes('mine') && !added.includes('unassigned')
        const isUnassigned = selected.includes('unassigned') && !isMine
        onSearch({
          assignee: isMine ? 'me' : isUnassigned ? 'none' : undefined,
          overdue: selected.includes('overdue') ? 'only' : undefined,
          exploited: selected.includes('exploited') ? 'only' : undefined,
        })
      }}
    />
    <CompactSelect
      label={triage.state}
      value={search.state ?? ''}
      options={stateOptions}
      onChange={(value) => onSearch({ state: states.find((each) => each === value) })}
    />
    <CompactSelect
      label={triage.severity}
      value={search.severity ?? ''}
      options={severityOptions}
      onChange={(value) => onSearch({ severity: ratedSeverities.find((each) => each === value) })}
    />
    {isFiltered(search) && (
      <Button variant="quiet" onPress={() => onSearch(noFilters)}>
        {messages.clear}
      </Button>
    )}
    <span role="status" className="tabular ml-auto text-xs text-soft">
      {count !== undefined && messages.count(count, hasMore)}
    </span>
  </div>
)

const selectedOf = ({ assignee, overdue, exploited }: FindingsProps['search']): string[] => [
  ...(assignee === 'me' ? ['mine'] : assignee === 'none' ? ['unassigned'] : []),
  ...(overdue ? ['overdue'] : []),
  ...(exploited ? ['exploited'] : []),
]
