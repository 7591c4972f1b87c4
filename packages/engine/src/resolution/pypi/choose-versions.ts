import { isInPythonRange } from '../../ecosystems/pypi/ranges.ts'
import { holdsMarker, type MarkerEnvironment } from './markers.ts'
import type { PythonIndex, PythonRelease } from './python-index.ts'
import { type PythonRequirement, requirementOf } from './python-requirement.ts'

export interface PythonChoice {
  /** Versions by id of requirement: 'requests', 'requests[socks]'. */
  versions: ReadonlyMap<string, string>
  /** Requests by id. from: the id that asks; null for the project. */
  requests: ReadonlyMap<string, readonly PythonRequest[]>
}

export interface PythonRequest extends PythonRequirement {
  from: string | null
}

interface Criterion {
  requests: readonly PythonRequest[]
  /** Versions that lead to conflicts. */
  refused: ReadonlySet<string>
}

interface State {
  versions: Map<string, string>
  criteria: Map<string, Criterion>
}

interface Choosing {
  index: PythonIndex
  environment: MarkerEnvironment
  /** Specifiers by name that hold if the package is chosen: pip's constraints. */
  constraints: ReadonlyMap<string, readonly string[]>
}

const maxRounds = 1_000

/**
 * Chooses the newest versions that allow each other, as pip's resolver does: https://github.com/sarugaku/resolvelib.
 * null if there are none, or none was found in so many rounds.
 */
export async function chooseVersions(
  project: readonly PythonRequest[],
  choosing: Choosing,
): Promise<PythonChoice | null> {
  const first: State = { versions: new Map(), criteria: new Map() }
  for (const request of project) addRequest(first, request)
  const states = [first]
  const order = new Map(project.map(({ id }, at) => [id, at]))
  for (let round = 0; round < maxRounds; round++) {
    const state = states.at(-1)!
    const open = openIn(state, { choosing, order })
    if (open === null)
      return {
        versions: state.versions,
        requests: new Map([...state.criteria].map(([id, { requests }]) => [id, requests])),
      }
    const next = await pin(state, open, choosing)
    if (next) states.push(next)
    else if (!(await backtrack(states, choosing))) return null
  }
  return null
}

function addRequest({ criteria }: Pick<State, 'criteria'>, request: PythonRequest): void {
  const known = criteria.get(request.id) ?? { requests: [], refused: new Set<string>() }
  criteria.set(request.id, { ...known, requests: [...known.requests, request] })
}

/** The request to decide next: those that allow one version first, then the project's own, then by name. */
function openIn(
  { versions, criteria }: State,
  { choosing, order }: { choosing: Choosing; order: ReadonlyMap<string, number> },
): string | null {
  const open: { id: string; rank: number[] }[] = []
  for (const [id, criterion] of criteria) {
    const version = versions.get(id)
    if (version !== undefined && allows(criterion, version, choosing)) continue
    const isPinned = criterion.requests.some(({ specifier }) => /^={2,3}[^*]*$/.test(specifier))
    open.push({ id, rank: [isPinned ? 0 : 1, order.get(id) ?? Infinity] })
  }
  open.sort(
    (a, b) => a.rank[0]! - b.rank[0]! || compareRanks(a.rank[1]!, b.rank[1]!) || (a.id < b.id ? -1 : 1),
  )
  return open[0]?.id ?? null
}

const compareRanks = (a: number, b: number): number => (a === b ? 0 : a - b)

const specifiersOf = ({ requests }: Criterion, { constraints }: Choosing): string[] => [
  ...requests.map(({ specifier }) => specifier).filter((each) => each !== ''),
  ...(constraints.get(requests[0]!.name) ?? []),
]

const allows = (criterion: Criterion, version: string, choosing: Choosing): boolean =>
  !criterion.refused.has(version) &&
  (version === '' ||
    specifiersOf(criterion, choosing).every((each) => isInPythonRange(each, version) !== false))

/** Pre-releases count if they are asked for, or nothing else is there; withdrawn ones if they are pinned. */
async function candidates(criterion: Criterion, choosing: Choosing): Promise<PythonRelease[]> {
  const [{ name, address }] = criterion.requests as [PythonRequest]
  if (address !== '' || criterion.requests.some((each) => each.address !== ''))
    return [{ version: '', isYanked: false, isPrerelease: false, metadata: '' }]
  const specifiers = specifiersOf(criterion, choosing)
  const isPinned = specifiers.some((each) => /^={2,3}[^*]*$/.test(each))
  const wantsPre = specifiers.some((each) => /\d(?:a|b|rc)\d|dev/i.test(each))
  const all = (await choosing.index.releases(name)) ?? []
  const fitting = all.filter(
    ({ version, isYanked }) =>
      (!isYanked || isPinned) &&
      !criterion.refused.has(version) &&
      specifiers.every((each) => isInPythonRange(each, version) !== false),
  )
  const final = wantsPre ? fitting : fitting.filter(({ isPrerelease }) => !isPrerelease)
  return final.length > 0 ? final : fitting
}

/** The state with the newest candidate whose requirements leave each package a candidate; null if there is none. */
async function pin(state: State, id: string, choosing: Choosing): Promise<State | null> {
  const criterion = state.criteria.get(id)!
  for (const { version } of await candidates(criterion, choosing)) {
    const next: State = { versions: new Map(state.versions), criteria: withoutRequestsOf(state, id) }
    for (const each of await requestsOf(criterion.requests[0]!, { id, version }, choosing))
      addRequest(next, each)
    if (!(await isPossible(next, state, choosing))) continue
    // The last one is the first to be taken back.
    next.versions.delete(id)
    next.versions.set(id, version)
    return next
  }
  return null
}

/** What an earlier version of it asked for does not count any more. */
function withoutRequestsOf({ criteria }: State, id: string): Map<string, Criterion> {
  const kept = [...criteria].flatMap(([key, criterion]): [string, Criterion][] => {
    const requests = criterion.requests.filter(({ from }) => from !== id)
    return requests.length === 0 ? [] : [[key, { ...criterion, requests }]]
  })
  return new Map(kept)
}

async function requestsOf(
  { name, extras, address }: PythonRequest,
  { id, version }: { id: string; version: string },
  { index, environment }: Choosing,
): Promise<PythonRequest[]> {
  if (address !== '') return []
  const required = await index.requirements(name, version)
  if (extras.length === 0)
    return required
      .filter(({ marker }) => holdsMarker(marker, environment))
      .map((each) => ({ ...each, from: id }))
  const own = requirementOf({ name, extras: [], specifier: `==${version}`, marker: '', address: '' })
  const added = required.filter(
    ({ marker }) => holdsMarker(marker, environment, extras) && !holdsMarker(marker, environment),
  )
  return [own, ...added].map((each) => ({ ...each, from: id }))
}

/** Only what the step changed can have become impossible. */
async function isPossible(next: State, before: State, choosing: Choosing): Promise<boolean> {
  for (const [id, criterion] of next.criteria)
    if (criterion !== before.criteria.get(id) && (await candidates(criterion, choosing)).length === 0)
      return false
  return true
}

/** Takes back the last choice, and refuses it from there on. */
async function backtrack(states: State[], choosing: Choosing): Promise<boolean> {
  while (states.length > 1) {
    const broken = states.pop()!
    const [id, version] = [...broken.versions].at(-1)!
    const last = states.at(-1)!
    const criteria = new Map(last.criteria)
    const criterion = criteria.get(id)
    if (!criterion) continue
    criteria.set(id, { ...criterion, refused: new Set([...criterion.refused, version]) })
    const patched: State = { versions: new Map(last.versions), criteria }
    if ((await candidates(criteria.get(id)!, choosing)).length === 0) continue
    states[states.length - 1] = patched
    return true
  }
  return false
}
