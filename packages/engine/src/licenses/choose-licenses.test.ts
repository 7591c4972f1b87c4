import { describe, expect, it } from 'vitest'
import type { Component, DeclaredLicense } from '../inventory.ts'
import type { ReleasesOf } from '../releases/release.ts'
import { type LicenseOverride, licenseChooser } from './choose-licenses.ts'
import { componentOf } from '../testing/component.ts'

const mit: DeclaredLicense = { kind: 'id', value: 'MIT' }

const component = (licenses: DeclaredLicense[], more: Partial<Component> = {}): Component =>
  componentOf({ name: 'left-pad', version: '1.3.0', licenses, ...more })

const releasesOf: ReleasesOf = (ecosystem, name) => ({
  ecosystem,
  name,
  source: 'deps.dev',
  checkedAt: 7,
  releases: [
    { version: '1.3.0', publishedAt: null, licenses: ['WTFPL', 'NOASSERTION'], isYanked: true },
    { version: '1.4.0', publishedAt: null, licenses: ['NOASSERTION'] },
    { version: '1.5.0', publishedAt: null },
  ],
})

const override = (version: string, license: string): LicenseOverride => ({
  ecosystem: 'npm',
  packageName: 'left-pad',
  version,
  license,
  at: 9,
})

const choose = (of: Component, overrides: LicenseOverride[] = []) => {
  const { licenses, origin } = licenseChooser({ overrides, releasesOf })(of)
  return [licenses.map(({ value }) => value).join(), origin]
}

const registry = { source: 'registry', registry: 'deps.dev', at: 7 }
const declared = { source: 'declared', registry: null, at: null }
const overridden = { source: 'override', registry: null, at: 9 }
const unknown = { source: null, registry: null, at: null }

describe('licenseChooser', () => {
  it.each<[string, Component, LicenseOverride[], unknown[]]>([
    ['what is declared', component([mit]), [], ['MIT', declared]],
    ['the registry where nothing is declared', component([]), [], ['WTFPL', registry]],
    [
      'the registry where the document makes no assertion',
      component([{ kind: 'name', value: 'NOASSERTION' }]),
      [],
      ['WTFPL', registry],
    ],
    ['the registry by another spelling', component([], { version: 'v1.3.0' }), [], ['WTFPL', registry]],
    ['no license of another version', component([], { version: '1.2.0' }), [], ['', unknown]],
    ['nothing that the registry leaves open', component([], { version: '1.4.0' }), [], ['', unknown]],
    ['nothing where the registry is silent', component([], { version: '1.5.0' }), [], ['', unknown]],
    ['nothing of no ecosystem', component([], { ecosystem: null }), [override('*', 'ISC')], ['', unknown]],
    ['an override before all', component([mit]), [override('*', 'ISC')], ['ISC', overridden]],
    [
      'the override of the version before that of all',
      component([mit]),
      [override('*', 'ISC'), override('1.3', 'Zlib'), override('1.3.0', '0BSD')],
      ['0BSD', overridden],
    ],
    ['no override of another version', component([mit]), [override('2.0.0', 'ISC')], ['MIT', declared]],
    [
      'no override of another package',
      component([mit], { name: 'right-pad' }),
      [override('*', 'ISC')],
      ['MIT', declared],
    ],
  ])('takes %s', (...[, of, overrides, expected]) => {
    expect(choose(of, overrides)).toEqual(expected)
  })

  it('matches package names in any spelling', () => {
    const flask = component([], { ecosystem: 'pypi', name: 'Flask_Cors', version: '4.0' })
    const own: LicenseOverride = { ...override('4.0.0', 'MIT'), ecosystem: 'pypi', packageName: 'flask-cors' }
    expect(choose(flask, [own])).toEqual(['MIT', overridden])
  })
})
