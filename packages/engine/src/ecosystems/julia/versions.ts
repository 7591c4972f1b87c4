import { compareNumbers, maxVersionLength, stepOfCaret } from '../numbers.ts'
import { ordered } from '../ordered.ts'
import { compareIdentifierLists } from '../semver.ts'

/** VersionNumber, which also orders builds: https://github.com/JuliaLang/julia/blob/master/base/version.jl */
interface JuliaVersion {
  numbers: string[]
  /** [''] for '1.0-', which is lower than all pre-releases. */
  prerelease: string[]
  /** [''] for '1.0+', which is higher than all builds. */
  build: string[]
}

const list = String.raw`[\da-z-]+(?:\.[\da-z-]+)*`
const pattern = new RegExp(
  String.raw`^v?(\d+(?:\.\d+){0,2})(?:(-)|([a-z][\da-z-]*(?:\.[\da-z-]+)*|-${list})?(?:(\+)|\+(${list}))?)$`,
  'i',
)

export function readJulia(text: string): JuliaVersion | null {
  if (text.length > maxVersionLength) return null
  const match = pattern.exec(text.trim())
  if (!match) return null
  const [, numbers, lowest, prerelease, highest, build] = match
  return {
    numbers: numbers!.split('.'),
    prerelease: identifiersOf(prerelease?.replace(/^-/, ''), lowest),
    build: identifiersOf(build, highest),
  }
}

const identifiersOf = (text: string | undefined, bare: string | undefined): string[] =>
  text === undefined ? (bare === undefined ? [] : ['']) : text.split('.')

export const juliaVersions = ordered({
  name: 'Julia VersionNumber',
  read: readJulia,
  compare: (a, b) =>
    compareNumbers(a.numbers, b.numbers) ||
    Number(b.prerelease.length > 0) - Number(a.prerelease.length > 0) ||
    Number(isBare(b.prerelease)) - Number(isBare(a.prerelease)) ||
    compareIdentifierLists(a.prerelease, b.prerelease) ||
    Number(isBare(a.build)) - Number(isBare(b.build)) ||
    compareIdentifierLists(a.build, b.build),
  numbers: ({ numbers }) => numbers,
  step: stepOfCaret,
  isStable: ({ prerelease }) => prerelease.length === 0,
})

const isBare = (identifiers: string[]) => identifiers[0] === ''
