import { childOf, childText, readXml } from '../../../documents/parsers/xml-document.ts'
import type { KeptFile } from '../../model/cataloger.ts'
import { textOfFile } from '../text-lines.ts'

/** What Maven writes into a jar. */
export interface PomProperties {
  group: string
  artifact: string
  version: string
}

/** null without all three; a version that is a variable is none. */
export function readPomProperties(bytes: Uint8Array): PomProperties | null {
  const values = new Map<string, string>()
  for (const line of textOfFile(bytes).split(/\r?\n/)) {
    const [, key, value] = /^\s*(groupId|artifactId|version)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? []
    if (key !== undefined) values.set(key, value!.replaceAll(/\\(.)/g, '$1'))
  }
  const [group = '', artifact = '', version = ''] = ['groupId', 'artifactId', 'version'].map((key) =>
    values.get(key),
  )
  return completePom({ group, artifact, version })
}

/** A pom.xml, if pom.properties lacks something; what it leaves out is its parent's. */
export function readPomXml(file: KeptFile): PomProperties | null {
  const { root } = readXml(file)
  const parent = childOf(root, 'parent')
  const [group, artifact, version] = ['groupId', 'artifactId', 'version'].map(
    (key) => childText(root, key) || (key === 'artifactId' ? '' : childText(parent, key)),
  ) as [string, string, string]
  return completePom({ group, artifact, version })
}

const completePom = (pom: PomProperties): PomProperties | null =>
  Object.values(pom).every((value: string) => value !== '' && !value.includes('${')) ? pom : null

/** Attributes of a manifest's main section, by names in lower case. */
export type Manifest = ReadonlyMap<string, string>

/** Lines go on after a blank; other sections are about parts. */
export function readManifest(bytes: Uint8Array): Manifest {
  const [main = ''] = textOfFile(bytes).replaceAll('\r\n', '\n').split('\n\n', 1)
  const attributes = new Map<string, string>()
  for (const line of main.replaceAll('\n ', '').split('\n')) {
    const [, name, value] = /^([\w-]+):\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined && value !== '') attributes.set(name.toLowerCase(), value!)
  }
  return attributes
}
