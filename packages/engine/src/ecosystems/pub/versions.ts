import { stepOfCaret } from '../numbers.ts'
import { ordered } from '../ordered.ts'
import { compareIdentifierLists, compareSemver, readSemver, type Semver } from '../semver.ts'

/** https://github.com/dart-lang/pub_semver#semantics: SemVer, but a version with a build is higher than the one without. */
interface PubVersion extends Semver {
  build: string[]
}

export function readPub(text: string): PubVersion | null {
  const semver = readSemver(text)
  const plus = text.indexOf('+')
  return (
    semver && {
      ...semver,
      build:
        plus === -1
          ? []
          : text
              .slice(plus + 1)
              .trim()
              .split('.'),
    }
  )
}

export const pubVersions = ordered({
  name: 'Pub',
  read: readPub,
  compare: (a, b) => compareSemver(a, b) || compareIdentifierLists(a.build, b.build),
  numbers: ({ numbers }) => numbers,
  step: stepOfCaret,
  isStable: ({ prerelease }) => prerelease.length === 0,
})
