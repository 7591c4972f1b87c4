import { describe, expect, it } from 'vitest'
import { treeOf } from '../../testing/fixture-files.ts'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { pomXml } from './pom.ts'

const project = (body: string) =>
  `<project>\n<groupId>g</groupId><artifactId>own</artifactId><version>1</version>${body}</project>`
const dependency = (name: string, more = '') =>
  `<dependency><groupId>g</groupId><artifactId>${name}</artifactId>${more}</dependency>`
const read = (body: string, files: Record<string, string> = {}) => {
  const documents = Object.entries({ 'pom.xml': project(body), ...files }).map(([path, text]) => ({
    path,
    bytes: new TextEncoder().encode(text),
  }))
  return pomXml.read(documents[0]!, treeOf(documents))
}

describe('a POM with parents and modules in the same tree', () => {
  it('takes versions from parents, imported BOMs and properties, which a child can override', () => {
    const result = readFixture(pomXml, 'core/pom.xml')
    expect(listed(result)).toEqual([
      'com.fasterxml.jackson.core:jackson-databind 2.9.8.1 compile direct',
      'org.apache.logging.log4j:log4j-core 2.14.1 compile direct',
      'commons-collections:commons-collections 3.2.1 compile direct optional',
      'org.junit.jupiter:junit-jupiter test direct',
      'org.yaml:snakeyaml compile direct',
      'com.h2database:h2 runtime direct',
      'org.mockito:mockito-core 2.28.2 test direct',
    ])
    expect(result.inventory?.root).toEqual({
      name: 'org.example:shop-core',
      version: '1.4.0',
      purl: 'pkg:maven/org.example/shop-core@1.4.0',
    })
  })

  it('reports unresolved versions, parents and imports with their location', () => {
    expect(issuesOf(readFixture(pomXml, 'core/pom.xml'))).toEqual([
      'version-missing core/pom.xml:28',
      'version-missing core/pom.xml:33',
      'version-missing core/pom.xml:38',
      'import-missing pom.xml:28',
      'transitive-unlisted core/pom.xml',
    ])
    const alone = readFixture(pomXml, 'alone/pom.xml')
    expect(issuesOf(alone)).toEqual([
      'version-missing alone/pom.xml:13',
      'parent-missing alone/pom.xml:3',
      'transitive-unlisted alone/pom.xml',
    ])
    expect(alone.inventory?.issues[0]?.message).toMatch(/may be set by 'org\.springframework\.boot:/)
  })

  it('omits modules of the same tree, and applies profiles that are active by default', () => {
    const result = readFixture(pomXml, 'web/pom.xml')
    expect(listed(result)).toEqual([
      'com.h2database:h2 1.4.197 runtime direct',
      'javax.servlet:javax.servlet-api 3.1.0 provided direct',
      'org.mockito:mockito-core 2.28.2 test direct',
    ])
    expect(issuesOf(result)).toContain('profile-left-out web/pom.xml:37')
  })
})

describe('a dependency on the group and name of a module', () => {
  const module = (version: string) => ({
    'a/pom.xml': `<project><groupId>g</groupId><artifactId>a</artifactId><version>${version}</version></project>`,
  })
  const body = `<modules><module>a</module></modules><dependencies>${dependency('a', '<version>1.5</version>')}</dependencies>`

  it('is the module only if the versions are equal', () => {
    expect(listed(read(body, module('1.5')))).toEqual([])
    expect(listed(read(body, module('2-SNAPSHOT')))).toEqual(['g:a 1.5 compile direct'])
  })

  it('is the module if properties leave the versions open', () => {
    expect(listed(read(body, module('${revision}')))).toEqual([])
    expect(listed(read(body.replace('1.5', '${x}'), module('1')))).toEqual([])
  })
})

describe('a declared dependency', () => {
  it('overrides an inherited one', () => {
    const parent =
      '<parent><groupId>g</groupId><artifactId>above</artifactId><version>1</version><relativePath>above.xml</relativePath></parent>'
    const above = `<project><groupId>g</groupId><artifactId>above</artifactId><version>1</version><dependencies>${dependency('a', '<version>1</version><scope>test</scope>')}</dependencies></project>`
    const own = `${parent}<dependencies>${dependency('a', '<version>2</version>')}</dependencies>`
    expect(listed(read(own, { 'above.xml': above }))).toEqual(['g:a 2 compile direct'])
  })

  it('overrides an earlier one, and does not inherit optional from dependencyManagement', () => {
    const managed = dependency('a', '<version>1</version><optional>true</optional>')
    const twice = dependency('b', '<version>1</version>') + dependency('b', '<version>2</version>')
    const body = `<dependencyManagement><dependencies>${managed}</dependencies></dependencyManagement>
      <dependencies>${dependency('a')}${twice}</dependencies>`
    expect(listed(read(body))).toEqual(['g:a 1 compile direct', 'g:b 2 compile direct'])
  })

  it('is managed separately for each type', () => {
    const test = '<type>test-jar</type>'
    const body = `<dependencyManagement><dependencies>${dependency('a', '<version>1</version>')}${dependency('a', `${test}<version>2</version><scope>test</scope>`)}</dependencies></dependencyManagement>
      <dependencies>${dependency('a')}${dependency('a', test)}</dependencies>`
    expect(listed(read(body))).toEqual(['g:a 1 compile direct', 'g:a 2 test direct'])
  })

  it('has no version if it is LATEST, RELEASE, an open range or an unknown property', () => {
    const body = ['LATEST', 'RELEASE', '(,2]', '${x}'].map((version, at) =>
      dependency(`a${at}`, `<version>${version}</version>`),
    )
    expect(listed(read(`<dependencies>${body.join('')}</dependencies>`))).toEqual(
      [0, 1, 2, 3].map((at) => `g:a${at} compile direct`),
    )
  })
})

describe('a hostile POM', () => {
  it('cannot exhaust memory with nested properties', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `<p${at + 1}>\${p${at}}\${p${at}}</p${at + 1}>`)
    const body = `<properties><p0>1234567890</p0>${lines.join('')}</properties>
      <dependencies>${dependency('a', '<version>${p60}</version>')}${dependency('b', '<version>${p2}</version>')}</dependencies>`
    expect(listed(read(body))).toEqual(['g:a compile direct', `g:b ${'1234567890'.repeat(4)} compile direct`])
  })

  it('cannot cause an endless loop with cyclic parents or imports', () => {
    const parent = (name: string) =>
      `<parent><groupId>g</groupId><artifactId>${name}</artifactId><version>1</version><relativePath>${name}.xml</relativePath></parent>`
    const lists = Array.from({ length: 20 }, (_, at) => `list${at}`)
    const imports = `<dependencyManagement><dependencies>${lists
      .map((name) => dependency(name, '<version>1</version><type>pom</type><scope>import</scope>'))
      .join('')}</dependencies></dependencyManagement>`
    const modules = `<modules>${lists.map((name) => `<module>${name}.xml</module>`).join('')}</modules>`
    const file = (name: string, body: string) => [
      `${name}.xml`,
      `<project>${body}<groupId>g</groupId><artifactId>${name}</artifactId><version>1</version></project>`,
    ]
    const files = Object.fromEntries([
      file('above', parent('higher')),
      file('higher', parent('above')),
      ...lists.map((name) => file(name, imports)),
    ])
    const body = `${parent('above')}${modules}${imports}<dependencies>${dependency('a', '<version>1</version>')}</dependencies>`
    const result = read(body, files)
    expect(listed(result)).toEqual(['g:a 1 compile direct'])
    expect(issuesOf(result)).toContain('parent-missing higher.xml:1')
  })

  it('is rejected with a DOCTYPE or another root element', () => {
    expect(issuesOf(readText(pomXml, 'pom.xml', '<!DOCTYPE a><project/>'))).toEqual(['xml-invalid pom.xml'])
    expect(issuesOf(readText(pomXml, 'pom.xml', '<html/>'))).toEqual(['document-unknown pom.xml'])
  })
})
