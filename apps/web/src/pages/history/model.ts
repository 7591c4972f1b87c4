import type { CountedFinding } from '@assay/contract/trends.ts'
import type { FindingEvent } from '@assay/engine/vocabulary.ts'
import { trends } from '../../messages/trends.ts'
import { causeNames, closedCauses, openedCauses, weekParts } from '../../widgets/findings/cause-model.ts'

type Cause = keyof typeof causeNames

const wireOf = (causes: readonly Cause[]) => causes.map((cause) => causeNames[cause]).join(',')

/** Choices of causes, the first for any: those of the bars per week, then each. */
export const causeOptions = (event: FindingEvent): { value: string; label: string }[] => {
  if (event === 'open') return []
  const bars = weekParts.filter((part) => part.event === event && part.causes.length > 1)
  const single: readonly Cause[] = event === 'opened' ? openedCauses : closedCauses
  return [
    ...bars.map(({ label, causes }) => ({ value: wireOf(causes), label })),
    ...single.map((cause) => ({ value: wireOf([cause]), label: trends.columns[cause] })),
  ]
}

const textOf = (wire: string): string => {
  const found = Object.entries(causeNames).find(([, name]) => name === wire)
  return found ? trends.columns[found[0] as Cause] : wire
}

export const whyOpened = ({ openedBy }: CountedFinding): string => textOf(openedBy)
/** With the release that fixed it. */
export const whyClosed = ({ closedBy, fixedBy }: CountedFinding): string =>
  closedBy === null
    ? ''
    : [textOf(closedBy), ...(fixedBy !== null && fixedBy !== 'removed' ? [fixedBy] : [])].join(': ')
