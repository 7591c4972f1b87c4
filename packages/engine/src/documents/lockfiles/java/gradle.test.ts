import { expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { gradleLockfile } from './gradle-lockfile.ts'
import { gradleVerification } from './gradle-verification.ts'

it('derives scopes from the configurations', () => {
  expect(listed(readFixture(gradleLockfile, 'gradle.lockfile'))).toEqual([
    'com.fasterxml.jackson.core:jackson-annotations 2.9.8 compile ?',
    'com.fasterxml.jackson.core:jackson-core 2.9.8 compile ?',
    'com.fasterxml.jackson.core:jackson-databind 2.9.8 compile ?',
    'junit:junit 4.12 test ?',
    'org.hamcrest:hamcrest-core 1.3 test ?',
    'org.postgresql:postgresql 42.2.5 runtime ?',
    'org.projectlombok:lombok 1.18.6 provided ?',
  ])
})

it('reads the buildscript lockfile', () => {
  const result = readFixture(gradleLockfile, 'buildscript-gradle.lockfile')
  expect(listed(result)).toEqual([
    'org.springframework.boot:spring-boot-gradle-plugin 2.1.3.RELEASE provided ?',
    'org.springframework:spring-core 5.1.5.RELEASE provided ?',
  ])
})

it('reads the files of old versions, one for each configuration', () => {
  const read = (path: string) =>
    listed(readText(gradleLockfile, path, '# This is a Gradle generated file\na:b:1\n'))
  expect(read('gradle/dependency-locks/runtimeClasspath.lockfile')).toEqual(['a:b 1 runtime ?'])
  expect(read('app/gradle/dependency-locks/testCompileClasspath.lockfile')).toEqual(['a:b 1 test ?'])
})

it('ignores comments', () => {
  const text = '# This is a Gradle generated file\n  # by hand\na:b:1=runtimeClasspath # pinned\nempty=\n'
  const result = readText(gradleLockfile, 'gradle.lockfile', text)
  expect(listed(result)).toEqual(['a:b 1 runtime ?'])
  expect(issuesOf(result)).toEqual([])
})

it('reports malformed lines', () => {
  const result = readText(gradleLockfile, 'gradle.lockfile', 'a:b:1=runtimeClasspath\na:b\nc:d=x\n=\n')
  expect(issuesOf(result)).toEqual([
    'line-unusable gradle.lockfile:2',
    'version-missing gradle.lockfile:3',
    'line-unusable gradle.lockfile:4',
  ])
})

it('lists verified artifacts, except those with only a verified POM', () => {
  const result = readFixture(gradleVerification, 'gradle/verification-metadata.xml')
  expect(listed(result)).toEqual([
    'commons-collections:commons-collections 3.2.1 runtime ?',
    'org.yaml:snakeyaml 1.23 runtime ?',
  ])
  expect(issuesOf(result)).toEqual(['versions-not-built gradle/verification-metadata.xml'])
  expect(result.inventory?.components.map(({ hashes }) => hashes?.[0]?.algorithm)).toEqual([
    'SHA-256',
    'SHA-512',
  ])
})
