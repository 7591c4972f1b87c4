import { jvm } from '../../source-code/languages/jvm.ts'
import type { PackageSources } from '../ecosystem.ts'

/** Packages of well-known artifacts that their group and name do not begin. */
const known = new Map<string, readonly string[]>(
  Object.entries({
    'ch.qos.logback:logback-classic': ['ch.qos.logback.classic'],
    'ch.qos.logback:logback-core': ['ch.qos.logback.core'],
    'com.fasterxml.jackson.core:jackson-annotations': ['com.fasterxml.jackson.annotation'],
    'com.fasterxml.jackson.core:jackson-core': ['com.fasterxml.jackson.core'],
    'com.fasterxml.jackson.core:jackson-databind': ['com.fasterxml.jackson.databind'],
    'com.google.code.gson:gson': ['com.google.gson'],
    'com.google.guava:guava': ['com.google.common', 'com.google.thirdparty'],
    'com.google.protobuf:protobuf-java': ['com.google.protobuf'],
    'com.squareup.okhttp3:okhttp': ['okhttp3'],
    'com.thoughtworks.xstream:xstream': ['com.thoughtworks.xstream'],
    'com.h2database:h2': ['org.h2'],
    'com.mysql:mysql-connector-j': ['com.mysql'],
    'commons-beanutils:commons-beanutils': ['org.apache.commons.beanutils'],
    'commons-codec:commons-codec': ['org.apache.commons.codec'],
    'commons-collections:commons-collections': ['org.apache.commons.collections'],
    'commons-fileupload:commons-fileupload': ['org.apache.commons.fileupload'],
    'commons-io:commons-io': ['org.apache.commons.io'],
    'commons-lang:commons-lang': ['org.apache.commons.lang'],
    'commons-logging:commons-logging': ['org.apache.commons.logging'],
    'dom4j:dom4j': ['org.dom4j'],
    'joda-time:joda-time': ['org.joda.time'],
    'junit:junit': ['org.junit', 'junit'],
    'log4j:log4j': ['org.apache.log4j'],
    'mysql:mysql-connector-java': ['com.mysql'],
    'org.apache.httpcomponents:httpclient': ['org.apache.http'],
    'org.apache.logging.log4j:log4j-api': ['org.apache.logging.log4j'],
    'org.apache.logging.log4j:log4j-core': ['org.apache.logging.log4j.core'],
    'org.bouncycastle:bcprov-jdk15on': ['org.bouncycastle'],
    'org.bouncycastle:bcprov-jdk18on': ['org.bouncycastle'],
    'org.dom4j:dom4j': ['org.dom4j'],
    'org.projectlombok:lombok': ['lombok'],
    'org.slf4j:slf4j-api': ['org.slf4j'],
    'org.springframework:spring-beans': ['org.springframework.beans'],
    'org.springframework:spring-webmvc': ['org.springframework.web.servlet'],
    'org.yaml:snakeyaml': ['org.yaml.snakeyaml'],
  }),
)

export const mavenSources: PackageSources = {
  language: jvm,
  registersRuntime: true,
  // Only its jar tells all packages of an artifact.
  modulesOf: (name) => ({ names: known.get(name) ?? conventional(name), areAll: false }),
}

/** 'org.apache.commons:commons-text' often has org.apache.commons.text, and 'org.jsoup:jsoup' org.jsoup. */
function conventional(name: string): string[] {
  const [group = '', artifact = ''] = name.split(':')
  const last = group.split('.').at(-1)!
  const parts = artifact
    .split(/[-.]/)
    .map((part) => part.replace(/\d+$/, (digits) => (part === last ? '' : digits)))
  const rest = parts[0] === last ? parts.slice(1) : parts
  return rest.length === 0 ? [group] : [`${group}.${rest.join('.')}`]
}
