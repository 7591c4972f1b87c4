import type { Ecosystem } from '../ecosystem.ts'
import { mavenSources } from './sources.ts'
import { instructMaven } from './upgrade-command.ts'
import { ecosystemNames } from '../names.ts'
import { ordered } from '../ordered.ts'
import { encodePath } from '../page-url.ts'
import { compareMaven, flavorOfMaven, isStableMaven, numbersOf, readMaven } from './versions.ts'

/** A domain in reverse, with the top level first: https://maven.apache.org/guides/mini/guide-naming-conventions.html */
const reverseDomain = /^(?:com|org|net|io|dev|edu|gov|info|biz|app|javax?|jakarta|[a-z]{2})(?:\.[\w-]+)+$/

export const maven: Ecosystem = {
  id: 'maven',
  name: ecosystemNames.maven,
  purlType: 'maven',
  osvName: 'Maven',
  registryHosts: [
    'repo.maven.apache.org',
    'repo1.maven.org',
    'repo.maven.org',
    'maven.google.com',
    'dl.google.com/android/maven2',
    'dl.google.com/dl/android/maven2',
    'plugins.gradle.org',
    'repo.spring.io',
    'oss.sonatype.org',
    'repository.apache.org',
  ],
  registryUrls: ['https://repo.maven.apache.org/maven2', 'https://maven.google.com'],
  languages: ['java', 'maven', 'scala', 'kotlin', 'clojure'],
  sbomTypes: ['maven', 'gradle', 'java-archive', 'jar', 'pom'],
  needsGroup: true,
  ownsGroup: (group) => reverseDomain.test(group),
  nameFromPurl: (namespace, name) => (namespace === null ? name : `${namespace}:${name}`),
  normalizeName: (name) => name,
  ...ordered({
    name: 'Maven ComparableVersion',
    read: readMaven,
    compare: compareMaven,
    numbers: numbersOf,
    isStable: isStableMaven,
  }),
  flavorOf: flavorOfMaven,
  webUrl: (name, version) =>
    name.split(':').length !== 2 || readMaven(version) === null
      ? null
      : `https://central.sonatype.com/artifact/${encodePath(name.replace(':', '/'))}/${encodePath(version)}`,
  sources: mavenSources,
  instruct: instructMaven,
}
