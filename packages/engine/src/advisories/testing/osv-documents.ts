import * as fc from 'fast-check'
import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import { openIndex, type AdvisoryIndex } from '../advisory-index.ts'
import { clusterEntries, clusterRecords } from '../clusters.ts'
import { compileIndex } from '../compile-index.ts'
import type { OsvDocument } from '../reference-matcher.ts'
import { readOsvRecord } from '../osv.ts'

/** Valid in all, some or no ecosystems. */
export const VERSIONS = `
  0 0.0.0 0.1.0 0.9.9 1.0 1.0.0 1.0.1 1.2.3 1.10.0 2.0.0 10.0.0
  1.2.3-rc.1 1.2.3-beta 1.0.0-alpha.2 2.0.0rc1 1.2.3.4 v1.2.3 1.0.0+build.7 1:2.0
  1.x master not-a-version 0.0.0-20200101000000-abcdefabcdef 2.0.0+incompatible 1.0.post1
  1:1.0-1 1.0-1~rc1 1.2.3-1.el9_4 1.2.3-r1 1.2.3_rc1-r0 1.2.3-0ubuntu1.2 1.0^git1
  1.0+cu117 1.0.0+cu118 1.2.3+local.1
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

/** Documents on two packages: every kind of event, in any order, for releases or repositories, some withdrawn. */
export function documentsOf({ osvName, osvParts, release }: Ecosystem) {
  const suffixes = release ? ['', ':8', ':9', ':9', ':v9'] : ['', ':https://repository.example']
  const base = osvParts ? `${osvName}:${osvParts[0]}` : osvName
  const listed = fc.constantFrom(...suffixes, ...suffixes).map((suffix) => base + suffix)
  const ecosystem = fc.oneof(
    { weight: 9, arbitrary: listed },
    { weight: 1, arbitrary: fc.constant('Elsewhere') },
  )
  const name = fc.constantFrom('left-pad', 'left-pad', 'right-pad')
  const affected = fc.record(
    {
      package: fc.record({ ecosystem, name }),
      ranges: fc.array(range, { maxLength: 3 }),
      versions: fc.array(version, { maxLength: 3 }),
    },
    { requiredKeys: ['package'] },
  )
  const document = fc.record({
    affected: fc.array(affected, { maxLength: 3 }),
    withdrawn: fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constant('2020-01-01') },
    ),
  })
  return fc
    .array(document, { minLength: 1, maxLength: 4 })
    .map((all) => all.map((each, number) => ({ id: `X-${number}`, ...each })))
}

/** An index of all records of the ecosystem, clustered as feeds are. */
export function clusteredIndexOf(ecosystem: Ecosystem, documents: readonly object[]): AdvisoryIndex {
  const records = documents.map((document) => readOsvRecord(document, 'test').record!)
  const { uuidByRecord } = clusterRecords(records, new Map())
  const clusters = Map.groupBy(records, ({ id }) => uuidByRecord.get(id)!)
  const entries = [...clusters].flatMap(([uuid, own]) => clusterEntries(uuid, own))
  const own = entries.filter(({ affected }) => affected.ecosystem === ecosystem.id)
  return openIndex(ecosystem, compileIndex(ecosystem, own))
}

/** Each document is its own advisory, by id. */
export function indexOf(
  ecosystem: Ecosystem,
  documents: readonly (OsvDocument & { id: string })[],
): AdvisoryIndex {
  const entries = documents.flatMap((document) => {
    const { record } = readOsvRecord(document, 'test')
    return clusterEntries(document.id, [record!]).filter(
      ({ affected }) => affected.ecosystem === ecosystem.id,
    )
  })
  return openIndex(ecosystem, compileIndex(ecosystem, entries))
}
