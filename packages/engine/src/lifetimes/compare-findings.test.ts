import { dayMs } from '../time.ts'
import { describe, expect, test } from 'vitest'
import type { Component, Inventory } from '../inventory.ts'
import { compareFindings } from './compare-findings.ts'
import type { ComparisonInput } from './compare-findings.ts'
import type { AffectedVersion, FoundFinding, OpenFinding } from './finding.ts'
import { componentOf } from '../testing/component.ts'

const now = 1000 * dayMs

const component = (name: string, version: string, more: Partial<Component> = {}): Component =>
  componentOf({ name, version, scope: 'compile', isDirect: null, locations: ['package-lock.json'], ...more })
const inventoryOf = (components: Component[], files = ['package-lock.json']): Inventory => ({
  formats: [],
  files,
  root: null,
  components,
  issues: [],
})
const affected = (version: string, locations = ['package-lock.json']): AffectedVersion => ({
  version,
  evidence: [],
  locations,
  isDirect: null,
})
const openOf = (versions: string[], more: Partial<OpenFinding> = {}): OpenFinding => ({
  uuid: 'f1',
  ecosystem: 'npm',
  packageName: 'lodash',
  advisoryUuid: 'a1',
  displayName: 'lodash',
  versions: versions.map((version) => affected(version)),
  introducedAt: now - 10 * dayMs,
  publishedAt: now - 20 * dayMs,
  ...more,
})
const foundOf = (versions: string[], more: Partial<FoundFinding> = {}): FoundFinding => ({
  ecosystem: 'npm',
  packageName: 'lodash',
  advisoryUuid: 'a1',
  displayName: 'lodash',
  versions: versions.map((version) => affected(version)),
  cve: null,
  cves: [],
  publicId: null,
  severity: 'high',
  rating: null,
  cvss: 7.4,
  publishedAt: now - 20 * dayMs,
  category: 'vulnerability',
  fixedVersions: [],
  exclusionUuid: null,
  ...more,
})
const compare = (input: Partial<ComparisonInput>) =>
  compareFindings({
    open: [],
    found: [],
    inventory: inventoryOf([]),
    now,
    stillAffects: () => true,
    ...input,
  })
const other = component('other', '1.0.0')

describe('a finding that is found again', () => {
  test('continues unchanged if the same inventory is scanned again', () => {
    const open = openOf(['4.17.15'])
    const found = foundOf(['4.17.15'])
    const inventory = inventoryOf([component('lodash', '4.17.15')])
    expect(compare({ open: [open], found: [found], inventory })).toEqual({
      opened: [],
      continued: [{ finding: open, found, hasNewVersions: false }],
      ended: [],
    })
  })

  test('continues with new versions after an upgrade that stays vulnerable', () => {
    const { continued, opened, ended } = compare({
      open: [openOf(['4.17.11'])],
      found: [foundOf(['4.17.15'])],
      inventory: inventoryOf([component('lodash', '4.17.15')]),
    })
    expect([opened, ended]).toEqual([[], []])
    expect(continued).toMatchObject([{ hasNewVersions: true, found: { versions: [{ version: '4.17.15' }] } }])
  })

  test('continues without new versions if one of two affected versions is fixed', () => {
    const { continued, ended } = compare({
      open: [openOf(['3.0.0', '4.17.15'])],
      found: [foundOf(['3.0.0'])],
      inventory: inventoryOf([component('lodash', '3.0.0'), component('lodash', '4.17.21')]),
    })
    expect(ended).toEqual([])
    expect(continued).toMatchObject([{ hasNewVersions: false }])
  })

  test('is tracked separately for each advisory', () => {
    const found = [foundOf(['4.17.15']), foundOf(['4.17.15'], { advisoryUuid: 'a2' })]
    const { continued, opened } = compare({ open: [openOf(['4.17.15'])], found })
    expect(continued.map(({ finding }) => finding.advisoryUuid)).toEqual(['a1'])
    expect(opened.map((finding) => finding.advisoryUuid)).toEqual(['a2'])
  })

  test('opens a new lifetime if it had ended before', () => {
    expect(compare({ open: [], found: [foundOf(['4.17.15'])] }).opened).toHaveLength(1)
  })

  test('keeps the older of two lifetimes whose advisories were joined; the advisory of the younger changed', () => {
    const older = openOf(['4.17.15'], { uuid: 'f2', introducedAt: now - 30 * dayMs })
    const younger = openOf(['4.17.15'], { uuid: 'f1' })
    const { continued, ended } = compare({ open: [younger, older], found: [foundOf(['4.17.15'])] })
    expect(continued.map(({ finding }) => finding.uuid)).toEqual(['f2'])
    expect(ended).toEqual([{ finding: younger, kind: 'advisory-changed', fixedBy: null, daysToFix: null }])
  })

  describe('under another advisory', () => {
    const of = (advisoryUuid: string, ...records: string[]) => {
      const evidence = records.map((recordId) => ({
        recordId,
        packageName: 'lodash',
        order: 'SemVer 2.0.0',
        rule: { kind: 'version' as const, version: '4.17.15' },
      }))
      return { advisoryUuid, versions: [{ ...affected('4.17.15'), evidence }] }
    }
    const inventory = inventoryOf([component('lodash', '4.17.15')])
    const merge = (open: OpenFinding[], found: FoundFinding[], stillAffects = false) => {
      const { continued, opened, ended } = compare({
        open,
        found,
        inventory,
        stillAffects: () => stillAffects,
      })
      return [
        continued.map(({ finding, found: now }) => `${finding.uuid} ${now.advisoryUuid}`),
        opened.map(({ advisoryUuid }) => advisoryUuid),
        ended.map(({ finding, kind }) => `${finding.uuid} ${kind}`),
      ]
    }
    const [update, first, second] = [
      foundOf([], of('dsa', 'DSA-1')),
      foundOf([], of('cve-1', 'CVE-1', 'DSA-1')),
      foundOf([], of('cve-2', 'CVE-2', 'DSA-1')),
    ] as const
    const openUpdate = openOf([], { ...of('dsa', 'DSA-1'), uuid: 'f' })
    const openFirst = openOf([], { ...of('cve-1', 'CVE-1', 'DSA-1'), uuid: 'f1' })
    const openSecond = openOf([], { ...of('cve-2', 'CVE-2', 'DSA-1'), uuid: 'f2' })

    test('continues as one of those into which the feed split it', () => {
      expect(merge([openUpdate], [first, second])).toEqual([['f cve-1'], ['cve-2'], []])
    })

    test('continues as the one into which the feed merged it, once', () => {
      expect(merge([openFirst, openSecond], [update])).toEqual([['f1 dsa'], [], ['f2 advisory-changed']])
    })

    test('ends by its fix if its own advisory still affects the version it had', () => {
      expect(merge([openFirst], [second], true)).toEqual([[], ['cve-2'], ['f1 upgraded']])
    })

    test('ends without a fix if no record is shared, or if the other is excluded', () => {
      expect(merge([openUpdate], [foundOf([], of('cve-3', 'CVE-3'))])).toEqual([
        [],
        ['cve-3'],
        ['f advisory-changed'],
      ])
      expect(merge([openUpdate], [{ ...first, exclusionUuid: 'e' }])).toEqual([[], [], ['f excluded']])
    })
  })
})

describe('a finding that is no longer found', () => {
  const endOf = (input: Partial<ComparisonInput>, open = openOf(['4.17.15'])) => {
    const { ended } = compare({ open: [open], ...input })
    expect(ended).toHaveLength(1)
    const { kind, fixedBy, daysToFix } = ended[0]!
    return { kind, fixedBy, daysToFix }
  }
  const unfixed = (kind: string) => ({ kind, fixedBy: null, daysToFix: null })
  const addressed = (kind: string, fixedBy: string) => ({ kind, fixedBy, daysToFix: 10 })

  test('was upgraded if the package has another version', () => {
    const inventory = inventoryOf([component('lodash', '4.17.21')])
    expect(endOf({ inventory })).toEqual(addressed('upgraded', 'lodash 4.17.21'))
  })

  test('was upgraded if a downgrade left the affected range', () => {
    const inventory = inventoryOf([component('lodash', '1.0.0')])
    expect(endOf({ inventory })).toEqual(addressed('upgraded', 'lodash 1.0.0'))
  })

  test('was fixed by the highest valid version in the order of the ecosystem', () => {
    const versions = ['4.9.0', '4.17.21', '4.17.9', '', 'latest']
    const inventory = inventoryOf(versions.map((version) => component('lodash', version)))
    expect(endOf({ inventory })).toEqual(addressed('upgraded', 'lodash 4.17.21'))
  })

  test('was fixed by a package spelled as in the inventory', () => {
    const inventory = inventoryOf([component('Flask_Cors', '6.0.0', { ecosystem: 'pypi' })])
    const open = openOf(['3.0.0'], { ecosystem: 'pypi', packageName: 'flask-cors' })
    expect(endOf({ inventory }, open).fixedBy).toBe('Flask_Cors 6.0.0')
  })

  test('was upgraded only if all affected versions are gone', () => {
    const inventory = inventoryOf([component('lodash', '4.17.21')])
    expect(endOf({ inventory }, openOf(['3.0.0', '4.17.15'])).kind).toBe('upgraded')
  })

  test('was removed if its files were read and none contains the package', () => {
    expect(endOf({ inventory: inventoryOf([other]) })).toEqual(addressed('removed', 'removed'))
  })

  test('lost coverage if only invalid versions remain', () => {
    const inventory = inventoryOf([component('lodash', ''), component('lodash', 'latest'), other])
    expect(endOf({ inventory })).toEqual(unfixed('coverage-lost'))
  })

  test('lost coverage if one of its files was not read', () => {
    const versions = [affected('4.17.15'), affected('3.0.0', ['web/package-lock.json'])]
    expect(endOf({ inventory: inventoryOf([other]) }, openOf([], { versions }))).toEqual(
      unfixed('coverage-lost'),
    )
  })

  test('lost coverage if another folder was scanned, even if that has a newer version', () => {
    const web = { locations: ['services/web/package-lock.json'] }
    const inventory = inventoryOf([component('lodash', '4.17.21', web), other], web.locations)
    const versions = [affected('4.17.15', ['services/api/package-lock.json'])]
    expect(endOf({ inventory }, openOf([], { versions }))).toEqual(unfixed('coverage-lost'))
  })

  test('lost coverage if the inventory has no package of its ecosystem', () => {
    const python = component('flask', '3.0.0', { ecosystem: 'pypi' })
    const finding = openOf([], { versions: [affected('4.17.15', ['bom.json'])] })
    for (const components of [[python], []]) {
      const inventory = { ...inventoryOf(components), files: ['bom.json'] }
      expect(endOf({ inventory }, finding)).toEqual(unfixed('coverage-lost'))
    }
  })

  test('was removed if the lockfile lists no package any more', () => {
    expect(endOf({ inventory: inventoryOf([]) })).toMatchObject({ kind: 'removed' })
    expect(endOf({ inventory: { ...inventoryOf([]), files: [] } })).toEqual(unfixed('coverage-lost'))
  })

  test('lost coverage without an index, even if the package has another version', () => {
    const inventory = inventoryOf([component('lodash', '4.17.21')])
    expect(endOf({ inventory, stillAffects: () => null })).toEqual(unfixed('coverage-lost'))
  })

  test.for([
    ['the package is unchanged', '4.17.15'],
    ['the package was upgraded as well', '4.17.21'],
  ])('was withdrawn if no advisory affects its versions any more: %s', ([, version]) => {
    const inventory = inventoryOf([component('lodash', version!)])
    expect(endOf({ inventory, stillAffects: () => false })).toEqual(unfixed('advisory-changed'))
    const withdrawn = openOf(['4.17.15'], { isWithdrawn: true })
    expect(endOf({ inventory, stillAffects: () => false }, withdrawn).kind).toBe('withdrawn')
  })

  test('coverage lost if a list of vulnerable packages no longer has it, but upgraded if it has another version', () => {
    const documents = [{ path: 'package-lock.json', isSbom: true, subject: null, isPartial: true as const }]
    const inventory = { ...inventoryOf([component('other', '1.0.0')]), documents }
    expect(endOf({ inventory })).toEqual(unfixed('coverage-lost'))
    const upgraded = { ...inventoryOf([component('lodash', '4.17.21')]), documents }
    expect(endOf({ inventory: upgraded })).toMatchObject({ kind: 'upgraded' })
  })

  test('was removed if a list of vulnerable packages says that it was dealt with, and does not have it', () => {
    const list = { path: 'findings.json', isSbom: true, subject: null, isPartial: true as const }
    const documents = [{ ...list, mitigated: ['pkg:npm/lodash@4.17.15', 'no package URL'] }]
    const gone = { ...inventoryOf([]), documents }
    for (const stillAffects of [() => true, () => null])
      expect(endOf({ inventory: gone, stillAffects })).toMatchObject({ kind: 'removed', fixedBy: 'removed' })
    expect(endOf({ inventory: gone, stillAffects: () => false })).toEqual(unfixed('advisory-changed'))
    const others = { ...inventoryOf([]), documents: [{ ...list, mitigated: ['pkg:pypi/lodash@4.17.15'] }] }
    expect(endOf({ inventory: others })).toEqual(unfixed('coverage-lost'))
  })

  test('was withdrawn even if the package was removed as well', () => {
    expect(endOf({ inventory: inventoryOf([other]), stillAffects: () => false })).toEqual(
      unfixed('advisory-changed'),
    )
  })

  test('was upgraded if the one version that is still affected is gone', () => {
    const inventory = inventoryOf([component('lodash', '3.0.0')])
    const stillAffects: ComparisonInput['stillAffects'] = (_, { version }) => version === '4.17.15'
    expect(endOf({ inventory, stillAffects }, openOf(['3.0.0', '4.17.15'])).kind).toBe('upgraded')
  })
})

describe('an exclusion', () => {
  const excluded = foundOf(['4.17.15'], { exclusionUuid: 'e1' })

  test('ends an open finding without a fix', () => {
    const open = openOf(['4.17.15'])
    expect(compare({ open: [open], found: [excluded] })).toEqual({
      opened: [],
      continued: [],
      ended: [{ finding: open, kind: 'excluded', fixedBy: null, daysToFix: null }],
    })
  })

  test('prevents a new finding', () => {
    expect(compare({ found: [excluded] })).toEqual({ opened: [], continued: [], ended: [] })
  })

  test('opens a new lifetime when it is removed', () => {
    const found = foundOf(['4.17.15'])
    expect(compare({ found: [found] }).opened).toEqual([found])
  })

  test('does not hide a fix in the same scan', () => {
    const inventory = inventoryOf([component('lodash', '4.17.21')])
    expect(compare({ open: [openOf(['4.17.15'])], inventory }).ended).toMatchObject([{ kind: 'upgraded' }])
  })
})

test.for<[string, Partial<OpenFinding>, number | null]>([
  ['introduced after publication', { introducedAt: now - 3 * dayMs, publishedAt: now - 9 * dayMs }, 3],
  ['published after introduction', { introducedAt: now - 9 * dayMs, publishedAt: now - 3 * dayMs }, 3],
  ['no publication date', { introducedAt: now - 9 * dayMs, publishedAt: null }, 9],
  ['fixed the same day', { introducedAt: now - dayMs + 1 }, 0],
  ['fixed at the very moment', { introducedAt: now }, 0],
  ['exactly one day', { introducedAt: now - dayMs }, 1],
  ['introduced after now', { introducedAt: now + 1 }, null],
  ['published after now', { publishedAt: now + 1 }, null],
])('days to fix, %s', ([, open, daysToFix]) => {
  const inventory = inventoryOf([component('lodash', '4.17.21')])
  expect(compare({ open: [openOf(['4.17.15'], open)], inventory }).ended).toMatchObject([{ daysToFix }])
})
