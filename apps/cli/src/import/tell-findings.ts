import type { Api } from '../api.ts'
import { count, type Tally } from './tally.ts'
import { whenScanned } from './when-scanned.ts'

export type Told = Parameters<Api['imports']['decide']>[0]['body']['findings'][number]
type ToldOutcome = Awaited<ReturnType<Api['imports']['decide']>>['findings'][number]

/** What the other product says of a finding, and how the report calls it. */
export interface NamedTold {
  told: Told
  /** 'app 1.0: CVE-2019-10744' */
  name: string
}

/** Of each finding. */
export const maxReason = 2000
export const maxComment = 5000
export const maxComments = 200

/** Of one call: a server reads at most 8 MiB, and locks the findings of a call. */
const maxFindings = 100
const maxLength = 1_000_000

interface TellContext {
  api: Api
  tally: Tally
}

/** States and comments of the findings of one project, as soon as it is scanned. `what` is what the report calls states. */
export async function tellFindings(
  { api, tally }: TellContext,
  {
    projectUuid,
    all,
    what,
  }: { projectUuid: string; all: readonly NamedTold[]; what: Record<'states' | 'comments', string> },
): Promise<void> {
  for (const some of callsOf(all)) {
    const body = { findings: some.map(({ told }) => told) }
    const { findings } = await whenScanned(() => api.imports.decide({ params: { projectUuid }, body }))
    for (const [index, { outcome, comments }] of findings.entries()) {
      countState(tally, { what: what.states, name: some[index]!.name, outcome })
      if (comments.added > 0) count(tally.imported, what.comments, comments.added)
      if (comments.there > 0) count(tally.there, what.comments, comments.there)
    }
  }
}

function callsOf(all: readonly NamedTold[]): NamedTold[][] {
  const calls: NamedTold[][] = []
  let length = Infinity
  for (const each of all) {
    const own = JSON.stringify(each.told).length
    const last = calls.at(-1)
    if (!last || last.length === maxFindings || length + own > maxLength) {
      calls.push([each])
      length = own
    } else {
      last.push(each)
      length += own
    }
  }
  return calls
}

function countState(
  tally: Tally,
  { what, name, outcome }: { what: string; name: string; outcome: ToldOutcome['outcome'] },
): void {
  if (outcome === 'set' || outcome === 'waiting') count(tally.imported, what)
  else if (outcome === 'there') count(tally.there, what)
  else if (outcome !== null) tally.leftOut.push({ what, name, why: reasons[outcome] })
}

type Rejected = Exclude<ToldOutcome['outcome'], 'set' | 'waiting' | 'there' | null>

const reasons: Readonly<Record<Rejected, string>> = {
  'not-found': 'the package is not affected here',
  unknown: 'the package is not affected here',
  fixed: 'it is fixed here',
  unchanged: 'it has this state here',
  covered: 'a decision about more than this finding covers it here',
  'not-permitted': 'the API token may not decide about it',
  'has-fix': 'it has a fix, and was put off until there is one',
  'assignee-cannot-see': 'its assignee may not see the project',
  'changed-since': 'it was changed meanwhile',
}
