import type { Ecosystem } from '../../../packages/engine/src/ecosystems/ecosystem.ts'
import {
  relations,
  type Comparator,
  type Operator,
} from '../../../packages/engine/src/ecosystems/comparator.ts'

/** https://github.com/package-url/vers-spec: whether the constraints after 'vers:<scheme>/' contain a version. */
export function holdsVers(ecosystem: Ecosystem, constraints: string, version: string): boolean {
  if (constraints === '*') return true
  const read = constraints.split('|').map(readConstraint)
  const relation = ({ version: bound }: Comparator) => ecosystem.compareVersions(version, bound)!
  if (read.some((each) => each.operator === '!=' && relation(each) === 0)) return false
  if (read.some((each) => each.operator.endsWith('=') && each.operator !== '!=' && relation(each) === 0))
    return true
  const bounds = read
    .filter(({ operator }) => operator !== '=' && operator !== '!=')
    .toSorted((a, b) => ecosystem.compareVersions(a.version, b.version)!)
  const below = bounds.findIndex((bound) => relation(bound) < 0)
  // The nearest bound on either side must include the version.
  const [lower, upper] = below === -1 ? [bounds.at(-1), undefined] : [bounds[below - 1], bounds[below]]
  const holds = (bound: Comparator | undefined) =>
    bound === undefined || relations[bound.operator](relation(bound))
  return (lower ?? upper) !== undefined && holds(lower) && holds(upper)
}

function readConstraint(text: string): Comparator {
  const [, operator, version] = /^(<=|>=|!=|<|>|)(.*)$/.exec(text)!
  return { operator: (operator || '=') as Operator, version: decodeURIComponent(version!) }
}
