import { defaultBranches } from '@assay/contract/metrics.ts'
import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../../../api/outage.ts'
import { texts } from '../../../messages/app.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import {
  type Criteria,
  type CriteriaInUrl,
  lastDays,
  noCriteria,
  panelCriteria,
  presetDays,
  storeCriteria,
  withoutWhitespace,
} from './criteria-model.ts'
import { useAfterFirstPaint } from '../../../widgets/use-after-first-paint.ts'
import { useTeams } from '../../../widgets/navigation/use-teams.ts'
import { formatDays } from '../../../language/format.ts'
import { toggleFolded, useFolded } from './panel-state.ts'
import { ProjectFilter } from './project-filter.tsx'
import { allBranches } from './search.ts'
import { useToday } from './use-today.ts'

interface Props {
  stored: CriteriaInUrl
  project: string
  onApply: (criteria: CriteriaInUrl) => void
  onFind: (project: string) => void
  onReset: (nothing: typeof noCriteria) => void
}

const messages = texts.dashboard.criteria

const panelId = 'criteria'

/** On the left if there is space and it is not folded into a bar, otherwise collapsed above the metrics. */
export function FilterPanel({ stored, project, onApply, onFind, onReset }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isFolded = useFolded()
  return (
    <aside
      aria-label={messages.title}
      className={`grid content-start gap-4 print:hidden ${isFolded ? 'lg:col-span-2' : ''}`}
    >
      <section className="rounded-card border border-line bg-surface">
        <div className="hidden items-baseline gap-x-4 px-4 py-2 lg:flex">
          <h2 className="m-0 text-sm font-semibold">{messages.title}</h2>
          {isFolded && <Chosen stored={stored} project={project} />}
          <span className="ml-auto">
            <Button variant="quiet" aria-expanded={!isFolded} aria-controls={panelId} onPress={toggleFolded}>
              {isFolded ? messages.expand : messages.collapse}
            </Button>
          </span>
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full cursor-pointer items-center px-4 py-3 text-left text-sm font-semibold lg:hidden"
        >
          {messages.title}
          <span aria-hidden className={`ml-auto text-soft transition-transform ${isOpen ? 'rotate-90' : ''}`}>
            ›
          </span>
        </button>
        <div id={panelId} className={`${isOpen ? '' : 'max-lg:hidden'} ${isFolded ? 'lg:hidden' : ''}`}>
          <CriteriaForm stored={stored} onApply={onApply} onReset={onReset} />
        </div>
      </section>
      <div className={isFolded ? 'lg:hidden' : ''}>
        <ProjectFilter project={project} onFind={onFind} />
      </div>
    </aside>
  )
}

/** The criteria in force, on the folded panel. */
function Chosen({ stored, project }: Pick<Props, 'stored' | 'project'>) {
  const { startDate, endDate, branches, tags, teamUUID, groupUuid } = panelCriteria(stored, useToday())
  const shown = [
    formatDays(startDate, endDate),
    branches === '' || branches === defaultBranches
      ? messages.defaultBranches
      : branches === allBranches
        ? messages.everyBranch
        : branches,
    tags,
    teamUUID ? messages.oneTeam : '',
    groupUuid ? messages.oneGroup : '',
    project,
  ]
  return (
    <span className="tabular min-w-0 truncate text-sm text-soft">{shown.filter(Boolean).join(' · ')}</span>
  )
}

type FormProps = Pick<Props, 'stored' | 'onApply' | 'onReset'>

function CriteriaForm({ stored, onApply, onReset }: FormProps) {
  const [draft, change] = useDraft(stored)
  return (
    <form
      className="grid gap-3 px-4 pt-2 pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(storeCriteria(draft))
      }}
    >
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-1">
        <TextField
          label={messages.from}
          type="date"
          value={draft.startDate}
          onChange={(startDate) => change({ startDate })}
        />
        <TextField
          label={messages.to}
          type="date"
          value={draft.endDate}
          onChange={(endDate) => change({ endDate })}
        />
      </div>
      <Presets {...draft} onChoose={(window) => onApply(storeCriteria({ ...draft, ...window }))} />
      <TextField
        label={messages.branches}
        value={draft.branches === defaultBranches ? '' : draft.branches}
        placeholder={messages.defaultBranches}
        autoComplete="off"
        onChange={(branches) => change({ branches: withoutWhitespace(branches) })}
      />
      <BranchPresets
        branches={draft.branches}
        onChoose={(branches) => onApply(storeCriteria({ ...draft, branches }))}
      />
      <TextField
        label={messages.tags}
        value={draft.tags}
        autoComplete="off"
        onChange={(tags) => change({ tags: withoutWhitespace(tags) })}
      />
      <TeamSelect team={draft.teamUUID ?? ''} onChange={(teamUUID) => change({ teamUUID })} />
      <GroupField group={draft.groupUuid ?? ''} onChange={(groupUuid) => change({ groupUuid })} />
      <Checkbox label={messages.cache} isChecked={draft.cache} onChange={(cache) => change({ cache })} />
      <div className="flex flex-wrap gap-1">
        <Button variant="primary" type="submit">
          {messages.apply}
        </Button>
        <Button variant="quiet" onPress={() => onReset(noCriteria)}>
          {messages.reset}
        </Button>
      </div>
    </form>
  )
}

const lengthOf = (days: number) => (days === 365 ? messages.year : messages.days(days))

type Window = Pick<Criteria, 'startDate' | 'endDate'>

/** Windows that end today, applied with one click. */
function Presets({ startDate, endDate, onChoose }: Window & { onChoose: (window: Window) => void }) {
  const now = useToday()
  return (
    <div role="group" aria-label={messages.presets} className="-mt-1 grid grid-cols-4 gap-1 lg:grid-cols-2">
      {presetDays.map((days) => {
        const window = lastDays(days, now)
        return (
          <button
            key={days}
            type="button"
            aria-pressed={window.startDate === startDate && window.endDate === endDate}
            aria-label={messages.last(lengthOf(days))}
            onClick={() => onChoose(window)}
            className={presetStyle}
          >
            {lengthOf(days)}
          </button>
        )
      })}
    </div>
  )
}

/** The default branch of each project, or all branches, with one click. */
function BranchPresets({ branches, onChoose }: { branches: string; onChoose: (branches: string) => void }) {
  const presets = [
    [defaultBranches, messages.onlyDefault],
    [allBranches, messages.allBranches],
  ] as const
  return (
    <div role="group" aria-label={messages.branchPresets} className="-mt-1 grid grid-cols-2 gap-1">
      {presets.map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={(branches === '' ? defaultBranches : branches) === value}
          onClick={() => onChoose(value)}
          className={presetStyle}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

const presetStyle =
  'min-h-7 cursor-pointer rounded-md border border-line text-xs whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:text-ink max-lg:min-h-11'

/** Entered but not yet applied values; replaced when the query changes by a link or the back button. */
function useDraft(stored: CriteriaInUrl): [Criteria, (part: Partial<Criteria>) => void] {
  const current = panelCriteria(stored, useToday())
  const key = JSON.stringify(current)
  const [state, setState] = useState({ key, draft: current })
  const draft = state.key === key ? state.draft : current
  if (state.key !== key) setState({ key, draft })
  return [draft, (part) => setState({ key, draft: { ...draft, ...part } })]
}

/** Only for accounts with teams. */
function TeamSelect({ team, onChange }: { team: string; onChange: (team: string) => void }) {
  const teams = useTeams(team !== '')
  if (teams === null) return null
  const options = teams.map(({ uuid, name }) => ({ value: uuid, label: name }))
  return (
    <SelectField
      label={messages.team}
      value={team}
      options={[{ value: '', label: messages.allTeams }, ...options]}
      onChange={onChange}
    />
  )
}

const GroupSelect = lazy(() =>
  loadPart(() =>
    import('../../../widgets/groups/group-select.tsx').then(({ GroupSelect: each }) => ({ default: each })),
  ),
)

/** Loaded after the first view unless a group is selected. */
function GroupField({ group, onChange }: { group: string; onChange: (group: string) => void }) {
  const isSettled = useAfterFirstPaint()
  if (!isSettled && group === '') return null
  return (
    <Suspense>
      <GroupSelect group={group} onChange={onChange} />
    </Suspense>
  )
}
