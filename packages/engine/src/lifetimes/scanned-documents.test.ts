import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDocuments } from '../documents/read.ts'
import type { ScannedDocument } from '../inventory.ts'
import { compareFindings } from './compare-findings.ts'
import { documentsOf, findContinued } from './scanned-documents.ts'

const sbom = (path: string, subject: string | null = null): ScannedDocument => ({
  path,
  isSbom: true,
  subject,
})
const lockfile = (path: string, subject: string | null = null): ScannedDocument => ({
  path,
  isSbom: false,
  subject,
})
const continued = (previous: ScannedDocument[], current: ScannedDocument[]) =>
  [...findContinued(previous, current)].sort()

describe('findContinued', () => {
  it.each<[string, ScannedDocument[], ScannedDocument[], string[]]>([
    ['a renamed SBOM of the same component', [sbom('a', 'x')], [sbom('b', 'x')], ['a']],
    ['the only SBOM, which does not say what it describes', [sbom('a')], [sbom('b', 'x')], ['a']],
    ['not the SBOM of another component', [sbom('a', 'x')], [sbom('b', 'y')], []],
    ['an SBOM that names another component under the same name', [sbom('a', 'x')], [sbom('a', 'y')], ['a']],
    ['not the only SBOM if it was one of two', [sbom('a'), sbom('b')], [sbom('c')], []],
    ['not the only SBOM if another stands next to it', [sbom('a')], [sbom('b'), sbom('c')], []],
    ['swapped names', [sbom('a', 'x'), sbom('b', 'y')], [sbom('a', 'y'), sbom('b', 'x')], ['a', 'b']],
    ['not what another took the name of', [sbom('a', 'x'), sbom('b', 'y')], [sbom('a', 'y')], ['b']],
    ['a moved lockfile of the same root package', [lockfile('a', 'x')], [lockfile('b', 'x')], ['a']],
    ['not a moved lockfile without one', [lockfile('a')], [lockfile('b')], []],
    [
      'one of two lockfiles of one name',
      [lockfile('a', 'x'), lockfile('b', 'x')],
      [lockfile('b', 'x')],
      ['b'],
    ],
    ['a lockfile whose root package was renamed', [lockfile('a', 'x')], [lockfile('a', 'y')], ['a']],
  ])('continues %s', (...[, previous, current, expected]) => {
    expect(continued(previous, current)).toEqual(expected)
  })

  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 })

  it('continues every document with a subject, however the files are named and ordered', () => {
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.string()), fc.boolean(), (subjects, renames, isSbom) => {
        const previous = subjects.map((subject, index) => ({ path: `old-${index}`, isSbom, subject }))
        const used = new Set<string>()
        const rename = () => {
          for (const name of renames) if (!used.has(name)) return (used.add(name), name)
          return ''
        }
        const current = previous.map((each) => ({ ...each, path: rename() })).toReversed()
        expect(continued(previous, current)).toEqual(previous.map(({ path }) => path).sort())
      }),
    )
  })

  it('loses exactly what is gone', () => {
    const flags = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(names, flags, flags, (subjects, isKept, isRenamed) => {
        const previous = subjects.map((subject, index) => sbom(`old-${index}`, subject))
        const kept = previous.filter((_, index) => isKept[index])
        const current = kept.map((each, index) =>
          isRenamed[index] ? { ...each, path: `new-${index}` } : each,
        )
        const added = sbom('added', 'another component')
        expect(continued(previous, [added, ...current])).toEqual(kept.map(({ path }) => path).sort())
      }),
    )
  })
})

describe('a finding of a renamed SBOM', () => {
  const purl = (version: string) => `pkg:npm/lodash@${version}`
  const read = (path: string, version: string, component: object = { type: 'application', name: 'shop' }) => {
    const components = [{ type: 'library', name: 'lodash', version, purl: purl(version) }]
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component }, components }
    return readDocuments([{ path, bytes: Buffer.from(JSON.stringify(bom)) }]).inventory
  }
  const endOf = (first: ReturnType<typeof read>, second: ReturnType<typeof read>) => {
    const [component] = first.components
    const finding = {
      uuid: 'f',
      ecosystem: 'npm' as const,
      packageName: 'lodash',
      advisoryUuid: 'a',
      displayName: 'lodash',
      introducedAt: 0,
      publishedAt: null,
      versions: [
        { version: component!.version, evidence: [], isDirect: null, locations: component!.locations },
      ],
    }
    const previous = documentsOf(first)
    const input = {
      open: [finding],
      found: [],
      inventory: second,
      previous,
      now: 1,
      stillAffects: () => true,
    }
    return compareFindings(input).ended.map(({ kind }) => kind)
  }

  it('is fixed by an upgrade, whatever the two files are called', () => {
    const name = fc.stringMatching(/^[\w .-]{1,20}$/).map((text) => `${text}.cdx.json`)
    const root = fc.constantFrom({ type: 'application', group: 'org', name: 'shop' }, {})
    fc.assert(
      fc.property(name, name, root, (first, second, component) => {
        const end = endOf(read(first, '4.17.4', component), read(second, '4.17.21', component))
        expect(end).toEqual(['upgraded'])
      }),
    )
  })

  it('is not fixed by the SBOM of another component', () => {
    const cart = read('cart.cdx.json', '4.17.21', { type: 'application', name: 'cart' })
    expect(endOf(read('shop.cdx.json', '4.17.4'), cart)).toEqual(['coverage-lost'])
    const grouped = read('b.cdx.json', '4.17.21', { type: 'application', group: 'other', name: 'shop' })
    expect(endOf(read('a.cdx.json', '4.17.4'), grouped)).toEqual(['coverage-lost'])
  })
})
