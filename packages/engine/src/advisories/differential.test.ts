import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ecosystems } from '../ecosystems.ts'
import type { Match } from './advisory.ts'
import { matchByReference } from './reference-matcher.ts'
import { documentsOf, indexOf, VERSIONS } from './testing/osv-documents.ts'

const runs = 130
let pairs = 0

test.each(ecosystems)('$name: the index agrees with the reference matcher for every version', (ecosystem) => {
  const releases = ecosystem.release ? ['8', '9', undefined] : [undefined]
  fc.assert(
    fc.property(documentsOf(ecosystem), (documents) => {
      const index = indexOf(ecosystem, documents)
      for (const name of ['left-pad', 'right-pad']) {
        for (const release of releases) {
          const found = VERSIONS.map((version) => [version, ...idsOf(index.match(name, version, release))])
          const expected = VERSIONS.map((version) => [
            version,
            ...documents
              .filter((document) => matchByReference(ecosystem, document, { name, version, release }))
              .map(({ id }) => id),
          ])
          pairs += VERSIONS.length
          expect({ name, release, found }).toEqual({ name, release, found: expected })
        }
      }
    }),
    { numRuns: runs },
  )
})

test('compared at least 200,000 versions', () => {
  expect(pairs).toBeGreaterThan(200_000)
})

const idsOf = (matches: readonly Match[]) => matches.map(({ facts }) => facts.advisoryUuid).sort()
