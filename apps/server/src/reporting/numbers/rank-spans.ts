import type { EndKind } from '@assay/engine/vocabulary.ts'
import { flowCauses } from '#scanning/scans/flow-causes.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { dayOf } from './days.ts'
import { compareBytes } from './directory.ts'
import { firstOf } from './first-rows.ts'
import { eachFlow } from './flow.ts'
import type { RankedRow } from './metrics-response.ts'
import { rowAt } from './row-of-span.ts'
import type { Spans } from './spans.ts'
import type { Sums } from './sum-spans.ts'
import type { Window } from './window.ts'

/** Causes unrelated to dependency work. */
const notFixed: readonly string[] = [
  'excluded',
  'withdrawn',
  'advisory-changed',
  'coverage-lost',
] satisfies EndKind[]
const notIntroduced: readonly string[] = ['advisory', 'exclusion-lifted', 'coverage-restored']
const isNotFixed = flowCauses.map((cause) => notFixed.includes(cause))
const isNotIntroduced = flowCauses.map((cause) => notIntroduced.includes(cause))

interface Ranked {
  numbers: AccountNumbers
  spans: Spans
  /** Of the selection, regardless of the search. */
  all: Spans
  sums: Pick<Sums, 'performance'>
}

/** Up to three branches, of which the performance has the sign. */
export function rankedOf(
  { numbers, spans, all, sums: { performance } }: Ranked,
  { sign, window }: { sign: 1 | -1; window: Window },
): RankedRow[] {
  const { directory } = numbers
  const nameOf = (at: number) => directory.projects[directory.projectOf[spans.branches[at]!]!]!.name
  const ranked = firstOf(positive(performance, sign), 3, (one, other) => {
    const [first, second] = [spans.branches[one]!, spans.branches[other]!]
    return (
      sign * (performance[other]! - performance[one]!) ||
      compareBytes(nameOf(one), nameOf(other)) ||
      compareBytes(directory.names[first]!, directory.names[second]!) ||
      compareBytes(directory.uuids[first]!, directory.uuids[second]!)
    )
  })
  return ranked.map((at) => {
    const branch = spans.branches[at]!
    return {
      ...rowAt(numbers, spans, at),
      branches: countBranches(directory.projectOf, all, directory.projectOf[branch]!),
      ...changesOf(numbers, branch, window),
    }
  })
}

function* positive(values: Int32Array, sign: 1 | -1): Generator<number> {
  for (let at = 0; at < values.length; at++) if (values[at]! * sign > 0) yield at
}

function countBranches(projectOf: readonly number[], { size, branches }: Spans, project: number): number {
  let count = 0
  for (let at = 0; at < size; at++) if (projectOf[branches[at]!] === project) count++
  return count
}

/** Changes of a branch in the window without dependency work. A window may end within a day, which counts as a whole. */
function changesOf(numbers: AccountNumbers, branch: number, { from, before }: Window) {
  const days = { first: dayOf(from), end: dayOf(new Date(before.getTime() - 1)) + 1 }
  const changes = { closedWithoutFix: 0, openedWithoutChange: 0 }
  eachFlow(numbers, { branch, days }, ({ cause, findings }) => {
    if (isNotFixed[cause]) changes.closedWithoutFix += findings
    if (isNotIntroduced[cause]) changes.openedWithoutChange += findings
  })
  return changes
}
