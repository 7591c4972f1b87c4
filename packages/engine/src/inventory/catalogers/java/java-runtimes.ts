import type { Cataloger } from '../../model/cataloger.ts'
import { installedPackage } from '../installed-package.ts'
import { readOsRelease } from '../../systems/os-release.ts'
import { textOfFile } from '../text-lines.ts'

const pattern = /(?:^|\/)(?:[^/]*(?:jdk|jre|java|jvm|graalvm|temurin|corretto|zulu)[^/]*|java)\/release$/is

/** Runtimes of Java, which describe themselves in a file 'release'. No advisories in OSV's format are published for them. */
export const javaRuntimes: Cataloger = {
  id: 'java-runtimes',
  claims: (path) => pattern.test(path),
  read({ path, bytes }) {
    const values = readOsRelease(textOfFile(bytes))
    const version = values.get('JAVA_RUNTIME_VERSION') ?? values.get('JAVA_VERSION') ?? ''
    const found = installedPackage({
      purl: {
        type: 'generic',
        namespace: vendorOf(values.get('IMPLEMENTOR') ?? ''),
        name: values.get('IMAGE_TYPE') === 'JRE' ? 'jre' : 'jdk',
        version,
      },
      path,
    })
    return { packages: found ? [found] : [], issues: [] }
  },
}

/** 'Eclipse Adoptium' is eclipse-adoptium. */
const vendorOf = (name: string): string | null =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || null
