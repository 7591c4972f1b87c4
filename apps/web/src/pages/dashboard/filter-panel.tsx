import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { useAfterFirstPaint } from '../../widgets/use-after-first-paint.ts'
import { texts } from '../../messages/app.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import {
  type Criteria,
  type CriteriaInUrl,
  noCriteria,
  panelCriteria,
  storeCriteria,
  withoutWhitespace,
} from './criteria-model.ts'
import { ProjectFilter } from './project-filter.tsx'
import { useToday } from './use-today.ts'

interface Props {
  stored: CriteriaInUrl
  project: string
  onApply: (criteria: CriteriaInUrl) => void
  onFind: (project: string) => void
  onReset: (nothing: typeof noCriteria) => void
}

const messages = texts.dashboard.criteria

/** At the left where there is room, else folded above the metrics. */
export function FilterPanel({ stored, project, onApply, onFind, onReset }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <aside aria-label={messages.title} className="grid content-start gap-4 print:hidden">
      <section className="rounded-card border border-line bg-surface">
        <h2 className="m-0 hidden px-4 pt-3 text-sm font-semibold lg:block">{messages.title}</h2>
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
        <CriteriaForm {...{ stored, onApply, onReset }} isHidden={!isOpen} />
      </section>
      <ProjectFilter project={project} onFind={onFind} />
    </aside>
  )
}

type FormProps = Pick<Props, 'stored' | 'onApply' | 'onReset'> & { isHidden: boolean }

function CriteriaForm({ stored, onApply, onReset, isHidden }: FormProps) {
  const [draft, change] = useDraft(stored)
  return (
    <form
      className={`grid gap-3 px-4 pt-2 pb-4 ${isHidden ? 'max-lg:hidden' : ''}`}
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
      <TextField
        label={messages.branches}
        value={draft.branches}
        autoComplete="off"
        onChange={(branches) => change({ branches: withoutWhitespace(branches) })}
      />
      <TextField
        label={messages.tags}
        value={draft.tags}
        autoComplete="off"
        onChange={(tags) => change({ tags: withoutWhitespace(tags) })}
      />
      <TeamSelect team={draft.teamUUID ?? ''} onChange={(teamUUID) => change({ teamUUID })} />
      <Checkbox label={messages.cache} isChecked={draft.cache} onChange={(cache) => change({ cache })} />
      <div className="flex gap-2">
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

/** What was typed and not yet applied; another query, by a link or the back button, replaces it. */
function useDraft(stored: CriteriaInUrl): [Criteria, (part: Partial<Criteria>) => void] {
  const current = panelCriteria(stored, useToday())
  const key = JSON.stringify(current)
  const [state, setState] = useState({ key, draft: current })
  const draft = state.key === key ? state.draft : current
  if (state.key !== key) setState({ key, draft })
  return [draft, (part) => setState({ key, draft: { ...draft, ...part } })]
}

type ListTeams = typeof api.accounts.teams
/** The first view does without what makes this call. */
const listTeams = async (...of: Parameters<ListTeams>): ReturnType<ListTeams> =>
  (await import('../../api/client.ts')).api.accounts.teams(...of)

/** Only for accounts with the feature. The teams come after the first view, or with the pointer or the focus. */
function TeamSelect({ team, onChange }: { team: string; onChange: (team: string) => void }) {
  const isSettled = useAfterFirstPaint()
  const [isNear, setNear] = useState(false)
  const { state } = useSession()
  const account = state.status === 'member' ? state.user.account : null
  const hasTeams = account?.features.includes('teams') ?? false
  const teams = useQuery({
    ...query(listTeams, { params: { accountUuid: account?.uuid ?? '' } }),
    enabled: hasTeams && (isSettled || isNear || team !== ''),
  })
  if (!hasTeams) return null
  const options = (teams.data ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))
  return (
    <div onFocus={() => setNear(true)} onPointerEnter={() => setNear(true)}>
      <SelectField
        label={messages.team}
        value={team}
        options={[{ value: '', label: messages.allTeams }, ...options]}
        onChange={onChange}
      />
    </div>
  )
}
