import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems/ecosystems.ts'
import { openIndex } from './advisory-index.ts'
import { clusterEntries } from './clusters.ts'
import { compileIndex } from './compile-index.ts'
import { matchNaively } from './naive-match.ts'
import type { OsvDocument } from './naive-match.ts'
import { readOsvRecord } from './osv.ts'

const IDS: EcosystemId[] = ['npm', 'pypi', 'maven', 'go', 'packagist', 'rubygems', 'crates.io', 'nuget']

/** Some are versions everywhere, some only somewhere, some nowhere. */
const VERSIONS = `
  0 0.0.0 0.1.0 0.9.9 1.0 1.0.0 1.0.1 1.2.3 1.10.0 2.0.0 10.0.0
  1.2.3-rc.1 1.2.3-beta 1.0.0-alpha.2 2.0.0rc1 1.2.3.4 v1.2.3 1.0.0+build.7 1:2.0
  1.x master not-a-version 0.0.0-20200101000000-abcdefabcdef 2.0.0+incompatible 1.0.post1
`
  .trim()
  .split(/\s+/)

const version = fc.constantFrom(...VERSIONS)
const event = fc.oneof(
  { weight: 30, arbitrary: version.map((introduced) => ({ introduced })) },
  { weight: 30, arbitrary: version.map((fixed) => ({ fixed })) },
  { weight: 10, arbitrary: version.map((last) => ({ last_affected: last })) },
  { weight: 5, arbitrary: fc.constantFrom(...VERSIONS, '*').map((limit) => ({ limit })) },
  { weight: 5, arbitrary: fc.tuple(version, version).map(([introduced, fixed]) => ({ fixed, introduced })) },
  { weight: 1, arbitrary: fc.constantFrom({}, null, { fixed: 7 }, { fixed: '' }, { introduced: null }) },
)
const range = fc.record(
  { type: fc.constantFrom('ECOSYSTEM', 'SEMVER', 'GIT'), events: fc.array(event, { maxLength: 6 }) },
  { requiredKeys: ['events'] },
)

function documentsOf(osvName: string) {
  const ecosystem = fc.constantFrom(osvName, osvName, `${osvName}:https://repository.example`, 'Elsewhere')
  const name = fc.constantFrom('left-pad', 'left-pad', 'right-pad')
  const affected = fc.record(
    {
      package: fc.record({ ecosystem, name }),
      ranges: fc.array(range, { maxLength: 3 }),
      versions: fc.array(version, { maxLength: 3 }),
    },
    { requiredKeys: ['package'] },
  )
  return fc.array(fc.array(affected, { maxLength: 3 }), { minLength: 1, maxLength: 4 })
}

describe.each(IDS)('%s', (id) => {
  const ecosystem = ecosystemById(id)

  test('the index says of every version what the slow matcher says', () => {
    fc.assert(
      fc.property(documentsOf(ecosystem.osvName), (all) => {
        const documents = all.map((affected, number) => ({ id: `X-${number}`, affected }))
        const entries = documents.flatMap((document) => {
          const { record } = readOsvRecord(document, 'test')
          return clusterEntries(document.id, [record!]).filter(({ affected }) => affected.ecosystem === id)
        })
        const index = openIndex(ecosystem, compileIndex(ecosystem, entries))
        for (const name of ['left-pad', 'right-pad']) {
          for (const version of VERSIONS) {
            const isAffected = (document: OsvDocument) => matchNaively(ecosystem, document, { name, version })
            const expected = documents.filter(isAffected).map((document) => document.id)
            const found = index.match(name, version).map(({ facts }) => facts.advisoryUuid)
            expect({ version, found: found.sort() }).toEqual({ version, found: expected })
          }
        }
      }),
      { numRuns: 250 },
    )
  })
})
