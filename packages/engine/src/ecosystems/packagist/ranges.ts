import { holdsAll, maxRangeLength, type Comparator, type Operator } from '../comparator.ts'
import { composerVersions } from './versions.ts'

/** https://getcomposer.org/doc/articles/versions.md#writing-version-constraints */
export const holdsConstraint = (constraint: string, version: string): boolean =>
  constraint.split(/\s*\|\|?\s*/).some((text) =>
    splitAll(text).every((each) => {
      const read = readConstraint(each)
      return read === null ? isNamed(each, version) : holdsAll(composerVersions, read, version)
    }),
  )

const splitAll = (text: string): string[] =>
  hyphen.test(text)
    ? [text]
    : text
        .trim()
        .replaceAll(/([<>=!^~])\s+/g, '$1')
        .split(/[\s,]+/)

const stability = String.raw`(?:[._-]?(?:stable|beta|b|rc|alpha|a|patch|pl|p)(?:[.-]?\d+)*)?(?:[.-]?dev)?`
const version = String.raw`v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(${stability})(?:\+\S+)?(?:@\w+)?`
const hyphen = new RegExp(String.raw`^\s*(${version})\s+-\s+(${version})\s*$`, 'i')
const simple = new RegExp(String.raw`^(\^|~|<>|[<>=!]=|[<>=])?${version}$`, 'i')
const wildcard = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.[xX*])+$/

/** null if it is not a numeric range, such as a branch name. */
function readConstraint(text: string): Comparator[] | null {
  if (/^v?[xX*](?:\.[xX*])*$/.test(text) || text === '') return []
  const between = hyphen.exec(text)
  if (between) return readHyphen(between.slice(1, 7), between.slice(7))
  const any = wildcard.exec(text)
  if (any) {
    const numbers = withoutMissing(any.slice(1))
    return [from(numbers), before(raise(numbers, numbers.length - 1))]
  }
  const match = simple.exec(text)
  return match && readOperator(match)
}

function readOperator(match: RegExpExecArray): Comparator[] {
  const [operator = '=', ...parts] = match.slice(1)
  const [numbers, suffix] = [withoutMissing(parts.slice(0, 4)), parts[4] ?? '']
  if (operator === '~')
    return [from(numbers, suffix), before(raise(numbers, Math.max(0, numbers.length - 2)))]
  if (operator === '^') return [from(numbers, suffix), before(raise(numbers, leading(numbers)))]
  if (operator === '>=') return [from(numbers, suffix)]
  const text = numbers.join('.') + suffix
  if (operator === '<') return [{ operator, version: suffix === '' ? `${text}-dev` : text }]
  const known = operator === '==' ? '=' : operator === '<>' ? '!=' : operator
  return [{ operator: known as Operator, version: text }]
}

/** An upper version with one or two numbers includes all that start with it. */
function readHyphen(first: string[], last: string[]): Comparator[] {
  const start = from(withoutMissing(first.slice(1, 5)), first[5])
  const [numbers, suffix] = [withoutMissing(last.slice(1, 5)), last[5] ?? '']
  if (numbers.length > 2 || suffix !== '')
    return [start, { operator: '<=', version: numbers.join('.') + suffix }]
  return [start, before(raise(numbers, numbers.length - 1))]
}

const withoutMissing = (parts: (string | undefined)[]): string[] => parts.filter((each) => each !== undefined)

/** A lower bound without stability includes its dev versions, an upper bound excludes them. */
const from = (numbers: string[], suffix = ''): Comparator => ({
  operator: '>=',
  version: numbers.join('.') + (suffix === '' ? '-dev' : suffix),
})

const before = (numbers: string[]): Comparator => ({ operator: '<', version: `${numbers.join('.')}-dev` })

const raise = (numbers: string[], at: number): string[] => [
  ...numbers.slice(0, at),
  String(BigInt(numbers[at]!) + 1n),
]

/** The first number that is not 0, otherwise the last one. */
function leading(numbers: string[]): number {
  const at = numbers.slice(0, 3).findIndex((each) => each !== '0')
  return at === -1 ? Math.min(numbers.length, 3) - 1 : at
}

const isNamed = (constraint: string, name: string): boolean => {
  const [, operator = '', branch] = /^(!=|<>|==?)?(.*)$/.exec(constraint)!
  return /^(?:!=|<>)$/.test(operator) ? branch !== name : branch === name
}

export const isInComposerRange = (constraint: string, version: string): boolean | null =>
  constraint.length > maxRangeLength ? null : holdsConstraint(constraint.replaceAll(/@\w+/g, ''), version)
