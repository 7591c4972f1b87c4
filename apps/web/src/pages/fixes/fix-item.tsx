import type { FixUpgrade } from '@assay/contract/fixes.ts'
import { useId } from 'react'
import { fixes as messages } from '../../messages/fixes.ts'
import { ssvc } from '../../messages/ssvc.ts'
import { FixCounts } from '../../widgets/findings/fix-counts.tsx'
import { FixDetails } from './fix-details.tsx'
import { relationOf } from './model.ts'
import { closedCount } from '../../widgets/findings/fix-counts-model.ts'
import { LongName } from '../../ui/long-name.tsx'
import type { FixesSearch } from './search.ts'

interface Props {
  upgrade: FixUpgrade
  search: FixesSearch
  /** The release is only known from its advisory. */
  isMarked: boolean
  isOpen: boolean
  onToggle: () => void
}

/** One upgrade; expands to its command, projects and decisions. */
export function FixItem({ upgrade, search, isMarked, isOpen, onToggle }: Props) {
  const {
    name,
    from,
    to,
    step,
    projects,
    branches,
    notSeenBranches = 0,
    decision,
    isMalware,
    priority,
  } = upgrade
  const id = useId()
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="m-0 min-w-0 text-sm font-semibold [overflow-wrap:anywhere]">
          <button
            type="button"
            data-row
            data-over
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
            className="min-h-6 cursor-pointer text-left text-ink hover:underline"
          >
            <LongName name={to === null ? name : `${name} ${to}`} />
          </button>
        </h2>
        <span className="min-w-0 text-xs text-soft [overflow-wrap:anywhere]" title={from.join(', ')}>
          {messages.fromVersions(from)}
        </span>
        {step && <span className="text-xs font-medium">{messages.steps[step]}</span>}
        {isMalware ? (
          <span className="text-xs font-medium">{messages.malware}</span>
        ) : (
          to === null && <span className="text-xs font-medium">{messages.noFix}</span>
        )}
        {isMarked && (
          <span className="text-xs text-soft" title={messages.unconfirmedHint}>
            {messages.unconfirmed}
          </span>
        )}
        <span className="tabular text-xs text-soft max-sm:w-full sm:ml-auto">
          {messages.closesIn(closedCount(upgrade), messages.where(projects, branches))}
        </span>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <FixCounts upgrade={upgrade} />
        {priority && <span title={messages.priorityHint}>{messages.priority(ssvc.decisions[priority])}</span>}
        <DependencyPath upgrade={upgrade} />
        {notSeenBranches > 0 && (
          <span className="text-soft" title={messages.notSeenHint}>
            {messages.notSeen(notSeenBranches, branches)}
          </span>
        )}
        {decision.assignee && <span className="text-soft">{messages.assigned(decision.assignee.name)}</span>}
      </div>
      <div id={id}>{isOpen && <FixDetails upgrade={upgrade} search={search} />}</div>
    </li>
  )
}

function DependencyPath({ upgrade }: { upgrade: FixUpgrade }) {
  const relation = relationOf(upgrade)
  if (relation === null) return null
  return (
    <span className="min-w-0 text-soft [overflow-wrap:anywhere]">
      {relation === 'through' ? messages.through(upgrade.through) : messages[relation]}
    </span>
  )
}
