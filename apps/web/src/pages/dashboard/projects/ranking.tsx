import type { RankedProject } from '@assay/contract/metrics.ts'
import { texts } from '../../../messages/app.ts'
import { formatChange } from '../../../language/format.ts'
import { RankIcon } from '../../../ui/rank-icon.tsx'
import { describeCauses, type Highlights, type RankedEntry, rankedEntries } from './ranking-model.ts'

const messages = texts.dashboard.ranking

type Open = (row: RankedEntry['row']) => void

/** The two lists next to the usage chart. */
export function Rankings({ topPerforming, leastPerforming, onOpen }: Highlights & { onOpen: Open }) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-1">
      <Ranking
        title={messages.most}
        empty={messages.noneImproved}
        direction="increase"
        ranked={topPerforming}
        onOpen={onOpen}
      />
      <Ranking
        title={messages.least}
        empty={messages.noneWorse}
        direction="decrease"
        ranked={leastPerforming}
        onOpen={onOpen}
      />
    </div>
  )
}

interface Props {
  title: string
  empty: string
  direction: 'increase' | 'decrease'
  ranked: readonly RankedProject[]
  onOpen: Open
}

function Ranking({ title, empty, direction, ranked, onOpen }: Props) {
  const entries = rankedEntries(ranked)
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line bg-surface px-4 py-3">
      <h3 className="m-0 text-xs font-medium text-soft">{title}</h3>
      {entries.length === 0 ? (
        <p className="m-0 py-4 text-soft">{empty}</p>
      ) : (
        <ol className="-mx-2 mt-1 mb-0 grid list-none grid-cols-1 gap-0.5 p-0">
          {entries.map((entry) => (
            <li key={entry.place}>
              <Entry {...entry} direction={direction} onOpen={onOpen} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type EntryProps = RankedEntry & Pick<Props, 'direction' | 'onOpen'>

function Entry({ place, front, tail, branch, direction, onOpen, row, ...changes }: EntryProps) {
  const { scoreChange, vulnerabilityChange } = changes
  const causes = describeCauses(direction, changes)
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      title={row.projectUrl}
      className="flex w-full cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover"
    >
      <RankIcon direction={direction} place={place} />
      <span className="min-w-0 grow">
        {/* Truncated at the start. */}
        <span className="flex whitespace-pre">
          <span className="truncate text-soft">{front}</span>
          <span className="max-w-full shrink-0 truncate font-semibold">{tail}</span>
          {branch !== null && <span className="overflow-hidden text-ellipsis"> {branch}</span>}
        </span>
        <span className="tabular block text-xs text-soft">
          {messages.change(formatChange(scoreChange), formatChange(vulnerabilityChange))}
        </span>
        {causes && <span className="tabular block text-xs text-soft">{causes}</span>}
      </span>
    </button>
  )
}
