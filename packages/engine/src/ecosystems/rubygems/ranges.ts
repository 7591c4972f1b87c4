import { holdsAll, maxRangeLength, type Operator } from '../comparator.ts'
import { gemVersions } from './versions.ts'

/** One requirement: https://docs.ruby-lang.org/en/master/Gem/Requirement.html. Without operator it is '='. */
export function holdsRequirement(requirement: string, version: string): boolean {
  const [, operator = '=', bound] = /^\s*(~>|[<>!]=|[<>=])?\s*(\S+)\s*$/.exec(requirement) ?? []
  if (bound === undefined) return false
  if (operator !== '~>')
    return holdsAll(gemVersions, [{ operator: operator as Operator, version: bound }], version)
  return (
    holdsAll(gemVersions, [{ operator: '>=', version: bound }], version) &&
    holdsAll(gemVersions, [{ operator: '<', version: next(bound) }], release(version))
  )
}

/** The part before the first letter. */
const release = (version: string): string => version.replace(/[.-]?[a-z].*$/i, '')

/** '1.4.5' leads to '1.5', '1' to '2'. */
export function next(version: string): string {
  const numbers = release(version).split('.')
  if (numbers.length > 1) numbers.pop()
  numbers.push(String(Number(numbers.pop()) + 1))
  return numbers.join('.')
}

/** '>= 1.2, < 3': all of them have to hold. */
export const isInGemRange = (requirements: string, version: string): boolean | null =>
  requirements.length > maxRangeLength
    ? null
    : requirements.split(',').every((each) => holdsRequirement(each, version))
