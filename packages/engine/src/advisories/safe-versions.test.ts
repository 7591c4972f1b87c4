import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { ecosystems } from '../ecosystems/ecosystems.ts'
import { matchNaively, type OsvDocument } from './naive-match.ts'
import { safeVersions, type SafeVersions } from './safe-versions.ts'
import { documentsOf, indexOf, VERSIONS } from './testing/osv-documents.ts'

const name = 'left-pad'

/** Every version that may be named as safe at all: stable, above, fixed somewhere, and affected by nothing. */
function safeOnes(
  ecosystem: Ecosystem,
  documents: OsvDocument[],
  asked: { version: string; release?: string },
) {
  const fixed = indexOf(ecosystem, documents as Parameters<typeof indexOf>[1]).fixedVersions(
    name,
    asked.release,
  )
  return fixed.filter(
    (candidate) =>
      (ecosystem.compareVersions(asked.version, candidate) ?? 0) < 0 &&
      ecosystem.isStable(candidate) &&
      !documents.some((each) => matchNaively(ecosystem, each, { ...asked, name, version: candidate })),
  )
}

function bestOf(ecosystem: Ecosystem, version: string, candidates: string[]): SafeVersions {
  const best = (step: 'patch' | 'minor' | 'major') =>
    candidates.findLast((candidate) => ecosystem.stepBetween(version, candidate) === step) ?? null
  return { latestPatch: best('patch'), latestMinor: best('minor'), latestMajor: best('major') }
}

test.each(ecosystems)(
  '$name: the newest of each step that is above and clear of all advisories',
  (ecosystem) => {
    fc.assert(
      fc.property(documentsOf(ecosystem), (documents) => {
        const index = indexOf(ecosystem, documents)
        for (const release of ecosystem.release ? ['9', undefined] : [undefined]) {
          for (const version of VERSIONS) {
            const asked = release === undefined ? { version } : { version, release }
            const expected = bestOf(ecosystem, version, safeOnes(ecosystem, documents, asked))
            expect({ ...asked, ...safeVersions(index, { ecosystem, name, ...asked }) }).toEqual({
              ...asked,
              ...expected,
            })
          }
        }
      }),
      { numRuns: 25 },
    )
  },
)
