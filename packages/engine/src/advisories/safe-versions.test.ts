import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { ecosystems } from '../ecosystems/ecosystems.ts'
import type { AdvisoryIndex } from './advisory-index.ts'
import type { Asked } from './asked.ts'
import { matchNaively, type OsvDocument } from './naive-match.ts'
import { safeVersions, type SafeVersions } from './safe-versions.ts'
import { documentsOf, indexOf, VERSIONS } from './testing/osv-documents.ts'

interface Known {
  ecosystem: Ecosystem
  documents: readonly OsvDocument[]
  index: AdvisoryIndex
}

/** Every version that may be named as safe at all: stable, above, fixed somewhere, and affected by nothing. */
function safeOnes({ ecosystem, documents, index }: Known, asked: Asked): string[] {
  return index
    .fixedVersions(asked.name, asked.release)
    .filter(
      (candidate) =>
        (ecosystem.compareVersions(asked.version, candidate) ?? 0) < 0 &&
        ecosystem.isStable(candidate) &&
        !documents.some((each) => matchNaively(ecosystem, each, { ...asked, version: candidate })),
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
            const asked = { name: 'left-pad', version, release }
            const expected = bestOf(ecosystem, version, safeOnes({ ecosystem, documents, index }, asked))
            const safe = safeVersions(index, { ecosystem, ...asked })
            expect({ ...asked, ...safe }).toEqual({ ...asked, ...expected })
          }
        }
      }),
      { numRuns: 25 },
    )
  },
)
