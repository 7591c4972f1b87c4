import { expect, it } from 'vitest'
import { readDocuments } from '../../read.ts'
import { fixtureFiles } from '../../testing/fixture-files.ts'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { resolvedManifest } from './resolved-manifest.ts'

const path = 'pom.xml.assay-resolved.json'

it('lists the packages with those that require them', () => {
  const result = readFixture(resolvedManifest, path)
  expect(listed(result)).toEqual([
    'org.apache.httpcomponents:httpclient 4.5.12 compile direct',
    'commons-codec:commons-codec 1.11 compile < org.apache.httpcomponents:httpclient',
    'com.h2database:h2 2.1.214 runtime direct optional',
    'org.hamcrest:hamcrest-core 1.3 test < junit:junit',
    'junit:junit 4.12 test direct',
    'org.example:unpublished compile direct',
  ])
  expect(issuesOf(result)).toEqual([
    'transitive-unlisted pom.xml',
    'version-missing pom.xml:26',
    'manifest-resolved pom.xml',
  ])
  expect(result.inventory?.components.map(({ sureness }) => sureness).slice(4)).toEqual([
    'resolved',
    'declared',
  ])
})

it('is read in place of its manifest, under its name', () => {
  const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>org.example</groupId><artifactId>shop</artifactId><version>1.0</version>
    <dependencies><dependency><groupId>g</groupId><artifactId>declared</artifactId><version>1</version></dependency></dependencies></project>`
  const manifest = { path: 'pom.xml', bytes: new TextEncoder().encode(pom) }
  const before = readDocuments([manifest])
  const { inventory, issues } = readDocuments([manifest, ...fixtureFiles(resolvedManifest.id)])
  expect(inventory.components).toHaveLength(6)
  expect(inventory.files).toEqual(['pom.xml'])
  expect(inventory.formats).toEqual(['pom.xml (resolved)'])
  expect(inventory.documents).toEqual(before.inventory.documents)
  expect(issues).toEqual([])
})

it('rejects anything else', () => {
  expect(issuesOf(readText(resolvedManifest, path, '{"packages":[]}'))).toEqual([`document-unknown ${path}`])
  expect(issuesOf(readText(resolvedManifest, path, '{'))).toEqual([`json-invalid ${path}`])
})
