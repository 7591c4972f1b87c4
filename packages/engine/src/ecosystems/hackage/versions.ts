import { compareSequences, maxVersionLength } from '../numbers.ts'
import { ordered } from '../ordered.ts'

const pattern = /^\s*\d+(?:\.\d+)*\s*$/

/** Data.Version, compared as a list of numbers: https://pvp.haskell.org/#version-numbers */
export const readHackage = (text: string): string[] | null =>
  text.length <= maxVersionLength && pattern.test(text) ? text.match(/\d+/g)! : null

export const hackageVersions = ordered<string[]>({
  name: 'Haskell PVP',
  read: readHackage,
  compare: compareSequences,
  numbers: numbersOf,
  isStable: () => true,
})

/** The first two numbers form the major version: https://pvp.haskell.org/#breaking-change */
function numbersOf([first, second = '0', ...rest]: string[]): string[] {
  return [first! + second.padStart(maxVersionLength, '0'), ...rest]
}
