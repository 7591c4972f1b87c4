import { decisionEndReasons } from '@assay/contract/decisions.ts'
import type { FindingHistoryEntry } from '@assay/contract/triage.ts'
import { findingStates } from '@assay/engine/vocabulary.ts'
import { triage as messages } from '../../messages/triage.ts'
import { When } from '../../ui/when.tsx'
import { nameOf } from './finding-fields.tsx'
import type { FindingDetails } from './use-triage.ts'

const texts = messages.history

/** Who changed what, when and why, newest first. */
export const History = ({ details: { history } }: { details: FindingDetails }) => (
  <section className="grid gap-3">
    <h3 className="m-0 text-sm font-semibold">{texts.title}</h3>
    {history.length === 0 && <p className="m-0 text-sm text-soft">{texts.none}</p>}
    <ol className="m-0 grid list-none gap-2 p-0 text-sm">
      {history.map((entry, index) => (
        <li key={`${entry.changeUuid} ${index}`} className="grid gap-0.5 border-l-2 border-line pl-3">
          <span>
            {texts.kinds[entry.kind]}: {texts.change(valueOf(entry, 'before'), valueOf(entry, 'after'))}
          </span>
          {entry.reason !== '' && <span className="[overflow-wrap:anywhere]">{reasonOf(entry)}</span>}
          <span className="text-xs text-soft">
            {entry.member ? nameOf(entry.member) : texts.product} · <When epochMs={entry.at} />
          </span>
        </li>
      ))}
    </ol>
  </section>
)

function valueOf(entry: FindingHistoryEntry, which: 'before' | 'after'): string {
  const value = entry[which]
  if (value === null) return texts.nothing
  const state = findingStates.find((each) => each === value)
  return state ? messages.states[state] : value
}

/** The product gives the name of a reason, or the rule. */
function reasonOf({ member, reason }: FindingHistoryEntry): string {
  const name = decisionEndReasons.find((each) => each === reason)
  if (member !== null) return reason
  if (name) return messages.decisions.endReasons[name]
  const rule = /^by rule (.+)$/s.exec(reason)?.[1]
  return rule === undefined ? reason : texts.byRule(rule)
}
