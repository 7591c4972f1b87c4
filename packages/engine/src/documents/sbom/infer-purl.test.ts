import { describe, expect, it } from 'vitest'
import { readDocument } from '../read.ts'

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const read = (components: object[], more: object = {}) =>
  readDocument({
    path: 'bom.json',
    bytes: encode({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components, ...more }),
  }).inventory!
const library = (more: object) => ({ type: 'library', version: '1.0.0', ...more })
const java = library({ group: 'a.b', name: 'c', purl: 'pkg:maven/a.b/c@1.0.0' })
const property = (name: string, value = 'x') => ({ properties: [{ name, value }] })

describe('a component without a package URL', () => {
  it.each<[string, object[], string]>([
    [
      'a group in reverse domain order',
      [library({ group: 'org.slf4j', name: 'api' })],
      'pkg:maven/org.slf4j/api@1.0.0',
    ],
    [
      'such a group in its name',
      [library({ name: 'ch.qos.logback:core' })],
      'pkg:maven/ch.qos.logback/core@1.0.0',
    ],
    ['a scope', [library({ group: '@babel', name: 'core' })], 'pkg:npm/%40babel/core@1.0.0'],
    ['a scope in its name', [library({ name: '@babel/core' })], 'pkg:npm/%40babel/core@1.0.0'],
    [
      'a group among Java libraries',
      [library({ group: 'junit', name: 'junit' }), java],
      'pkg:maven/junit/junit@1.0.0',
    ],
    [
      'a property of the generator',
      [library({ group: 'log4j', name: 'log4j', ...property('cdx:maven:package:type') })],
      'pkg:maven/log4j/log4j@1.0.0',
    ],
    [
      'a kind of package',
      [library({ name: 'lodash', ...property('syft:package:type', 'npm') })],
      'pkg:npm/lodash@1.0.0',
    ],
  ])('with %s is matched', (_title, components, purl) => {
    const { components: read_, issues } = read(components)
    expect(read_[0]).toMatchObject({ purl, ecosystem: expect.any(String) })
    expect(issues).toMatchObject([{ code: 'purl-inferred', message: expect.stringContaining(`'${purl}'`) }])
  })

  it.each<[string, object[]]>([
    ['only a CPE', [library({ name: 'openssl', cpe: 'cpe:2.3:a:openssl:openssl:1.1.1:*:*:*:*:*:*:*' })]],
    ['no group', [library({ name: 'log4j' }), java]],
    ['another kind of group', [library({ group: 'junit', name: 'junit' })]],
    [
      'a group among several kinds',
      [library({ group: 'junit', name: 'junit' }), java, library({ name: 'a', purl: 'pkg:npm/a@1.0.0' })],
    ],
    ['no version', [library({ group: 'org.slf4j', name: 'api', version: '' })]],
    ['the type of an application', [library({ type: 'application', group: 'com.acme', name: 'app' })]],
    ['the address of a repository', [library({ name: 'github.com/org/a' })]],
    ['a property, but no group', [library({ name: 'log4j', ...property('cdx:maven:package:type') })]],
  ])('with %s is a gap', (_title, components) => {
    const { components: read_, issues } = read(components)
    expect(read_[0]).toMatchObject({ purl: null, ecosystem: null })
    expect(issues.map(({ code }) => code)).toContain('purl-missing')
  })

  it('is inferred in SPDX, too', () => {
    const packages = [
      {
        SPDXID: 'SPDXRef-a',
        name: 'org.slf4j:slf4j-api',
        versionInfo: '2.0.0',
        downloadLocation: 'NOASSERTION',
      },
      { SPDXID: 'SPDXRef-b', name: 'openssl', versionInfo: '1.1.1', downloadLocation: 'NOASSERTION' },
    ]
    const document = { spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'a', packages }
    const { components } = readDocument({ path: 'a.spdx.json', bytes: encode(document) }).inventory!
    expect(components.map(({ purl }) => purl)).toEqual(['pkg:maven/org.slf4j/slf4j-api@2.0.0', null])
  })
})

describe('a lockfile listed as an application', () => {
  const lockfile = (more: object = {}) => ({
    type: 'application',
    name: 'app/package-lock.json',
    'bom-ref': 'l',
    ...more,
  })
  const packages = ['a', 'b'].map((name) => library({ name, purl: `pkg:npm/${name}@1.0.0`, 'bom-ref': name }))
  const more = {
    metadata: { component: { type: 'application', name: 'root', 'bom-ref': 'root' } },
    dependencies: [
      { ref: 'root', dependsOn: ['l'] },
      { ref: 'l', dependsOn: ['a'] },
      { ref: 'a', dependsOn: ['b'] },
    ],
  }

  it.each<[string, object]>([
    ['by its name', {}],
    ['by the generator', { name: 'Node.js', ...property('aquasecurity:trivy:Class', 'lang-pkgs') }],
  ])('is no component: %s', (_title, named) => {
    const { components, issues } = read([lockfile(named), ...packages], more)
    expect(components.map(({ name, isDirect }) => [name, isDirect])).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(issues).toEqual([])
  })

  it('an application with a version stays one', () => {
    const { components, issues } = read([lockfile({ name: 'nginx', version: '1.25' }), ...packages], more)
    expect(components[0]).toMatchObject({ name: 'nginx', ecosystem: null })
    expect(issues.map(({ code }) => code)).toEqual(['purl-missing'])
  })
})
