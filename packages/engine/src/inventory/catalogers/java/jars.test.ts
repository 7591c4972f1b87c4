import { expect, test } from 'vitest'
import { budgetOf } from '../../trees/budget.ts'
import { catalogTree } from '../../catalog.ts'
import { memorySource } from '../../trees/byte-source.ts'
import { tarTree } from '../../trees/tar-tree.ts'
import { bytesOf, concatBytes, makeTar, makeZip, type Parts } from '../../testing/make-archives.ts'
import { openContext } from '../../testing/open-archive.ts'
import { readManifest } from './jar-metadata.ts'
import { readJarName } from './jar-names.ts'

async function find(parts: Parts) {
  const { tree } = await tarTree(memorySource(makeTar(parts)), openContext())
  const { packages, issues } = await catalogTree(tree, { ...openContext(), budget: budgetOf() })
  return {
    lines: packages.map(({ purl, sureness, places }) => `${purl} ${sureness} ${places[0]!.path}`),
    issues: issues.map(({ code }) => code),
  }
}

const pom = (group: string, artifact: string, version: string) =>
  [
    `META-INF/maven/${group}/${artifact}/pom.properties`,
    `#Created\ngroupId=${group}\nartifactId=${artifact}\nversion=${version}\n`,
  ] as const

test('has what Maven wrote into it, also of what was merged into it', async () => {
  const jar = makeZip([pom('g', 'app', '1'), pom('h', 'shaded-lib', '2')])
  expect((await find([['opt/app-1.jar', jar]])).lines).toEqual([
    'pkg:maven/g/app@1 installed opt/app-1.jar',
    'pkg:maven/h/shaded-lib@2 installed opt/app-1.jar',
  ])
})

test('contains others, in any depth and behind a script', async () => {
  const inner = makeZip([pom('g', 'x', '1')])
  const boot = concatBytes([bytesOf('#!/bin/sh\nexit\n'), makeZip([['BOOT-INF/lib/x.jar', inner]])])
  const war = makeZip([['WEB-INF/lib/a.jar', boot]])
  expect((await find([['a.war', war]])).lines).toEqual([
    'pkg:maven/g/x@1 installed a.war!/WEB-INF/lib/a.jar!/BOOT-INF/lib/x.jar',
  ])
})

test('without a trace of Maven, its name is a guess, and its group unknown', async () => {
  const classes = ['A.class', ''] as const
  const manifest = [
    'META-INF/MANIFEST.MF',
    'Manifest-Version: 1.0\r\nImplementation-Version: 9.0.50\r\n\r\nName: javax/el/\r\nImplementation-Version: 3.0\r\n',
  ] as const
  const { lines } = await find([
    ['kafka_2.13-3.2.2.jar', makeZip([classes])],
    ['tomcat.jar', makeZip([manifest, classes])],
    ['lib-1.jar', makeZip([['x', '']])],
    ['v.jar', makeZip([classes])],
  ])
  expect(lines).toEqual([
    'pkg:generic/kafka_2.13@3.2.2 guessed kafka_2.13-3.2.2.jar',
    'pkg:generic/tomcat@9.0.50 guessed tomcat.jar',
  ])
})

test.each([
  [
    'Bundle-SymbolicName: org.apache.commons.lang3',
    'commons-lang3-3.12.0',
    'maven/org.apache.commons/commons-lang3@3.12.0',
  ],
  [
    'Bundle-SymbolicName: com.example.core.some-api;singleton:=true',
    'some-api-2.0',
    'maven/com.example.core/some-api@2.0',
  ],
  ['Implementation-Vendor-Id: org.example.tools', 'thing-1.0', 'maven/org.example.tools/thing@1.0'],
  ['Implementation-Vendor-Id: org.apache', 'commons-chain-1.1', 'maven/commons-chain/commons-chain@1.1'],
  // Some builds have a way of their own.
  [
    'Automatic-Module-Name: spring.core',
    'spring-core-5.3.31',
    'maven/org.springframework/spring-core@5.3.31',
  ],
  [
    'Automatic-Module-Name: spring.boot.autoconfigure',
    'spring-boot-autoconfigure-2.7.18',
    'maven/org.springframework.boot/spring-boot-autoconfigure@2.7.18',
  ],
  [
    'Automatic-Module-Name: spring.boot',
    'spring-boot-2.7.18',
    'maven/org.springframework.boot/spring-boot@2.7.18',
  ],
  ['Automatic-Module-Name: spring.core', 'another-core-1.0', 'generic/another-core@1.0'],
  ['Automatic-Module-Name: spring.shell', 'spring-shell-1.0', 'generic/spring-shell@1.0'],
  [
    'Implementation-Title: org.elasticsearch.client#rest;7.17.9',
    'elasticsearch-rest-client-7.17.9',
    'maven/org.elasticsearch.client/elasticsearch-rest-client@7.17.9',
  ],
  ['Extension-Name: org.apache.lucene', 'lucene-core-8.11.1', 'maven/org.apache.lucene/lucene-core@8.11.1'],
  [
    'Bundle-SymbolicName: org.apache.tomcat-embed-core',
    'tomcat-embed-core-9.0.83',
    'maven/org.apache.tomcat.embed/tomcat-embed-core@9.0.83',
  ],
  ['Bundle-SymbolicName: com.sun.jna', 'jna-5.10.0', 'maven/net.java.dev.jna/jna@5.10.0'],
  // Neither of two groups is more likely, and an organization is none.
  ['Bundle-SymbolicName: com.example.guava', 'guava-32.1.2-jre', 'generic/guava@32.1.2-jre'],
  ['Implementation-Vendor-Id: org.apache', 'velocity-1.7', 'generic/velocity@1.7'],
  [
    'Implementation-Vendor-Id: org.apache\r\nBundle-SymbolicName: org.apache.velocity',
    'velocity-1.7',
    'generic/velocity@1.7',
  ],
  ['Automatic-Module-Name: java.xml.bind', 'jaxb-core-2.3.0', 'generic/jaxb-core@2.3.0'],
])('a guess by %s for %s', async (attribute, name, expected) => {
  const manifest = ['META-INF/MANIFEST.MF', `Manifest-Version: 1.0\r\n${attribute}\r\n`] as const
  const { lines } = await find([[`${name}.jar`, makeZip([manifest, ['A.class', '']])]])
  expect(lines).toEqual([`pkg:${expected} guessed ${name}.jar`])
})

test('a pom.xml says what pom.properties does not', async () => {
  const xml =
    '<project><parent><groupId>g</groupId><version>2</version></parent><artifactId>x</artifactId></project>'
  const jar = makeZip([
    ['META-INF/maven/g/x/pom.properties', 'groupId=g\nartifactId=x\nversion=${revision}\n'],
    ['META-INF/maven/g/x/pom.xml', xml],
  ])
  expect((await find([['x.jar', jar]])).lines).toEqual(['pkg:maven/g/x@2 installed x.jar'])
})

test('what is nested too deeply or broken is an issue', async () => {
  let jar = makeZip([pom('g', 'x', '1')])
  for (let depth = 0; depth < 5; depth++) jar = makeZip([['a.jar', jar]])
  expect(
    await find([
      ['a.jar', jar],
      ['b.jar', 'no zip'],
    ]),
  ).toEqual({ lines: [], issues: ['archive-too-deep', 'archive-broken'] })
})

test.each([
  ['kafka_2.13-3.2.2.jar', 'kafka_2.13', '3.2.2'],
  ['http4s-crypto_2.12-0.1.0.jar', 'http4s-crypto_2.12', '0.1.0'],
  ['org.eclipse.osgi_3.18.0.v20220516-2155.jar', 'org.eclipse.osgi', '3.18.0.v20220516-2155'],
  ['spring-data-r2dbc-1.1.0.RELEASE.jar', 'spring-data-r2dbc', '1.1.0.RELEASE'],
  ['xml-apis.1.3.04.jar', 'xml-apis', '1.3.04'],
  ['guava-32.1.2-jre.jar', 'guava', '32.1.2-jre'],
  ['netty-epoll-4.1.0.Final-linux-x86_64.jar', 'netty-epoll', '4.1.0.Final'],
  ['log4j-core-2.17.1.redhat-00002.jar', 'log4j-core', '2.17.1.redhat-00002'],
])('%s is %s %s', (file, artifact, version) => {
  expect(readJarName(file)).toEqual({ artifact, version })
})

test('a name without a version says nothing', () => {
  expect(readJarName('app.jar')).toBeNull()
})

test('lines of a manifest go on after a blank', () => {
  expect(readManifest(bytesOf('Bundle-Version: 1.2\n .3\n')).get('bundle-version')).toBe('1.2.3')
})
