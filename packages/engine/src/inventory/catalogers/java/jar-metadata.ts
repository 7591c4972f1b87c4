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
  const isComplete =
    group !== '' && artifact !== '' && version !== '' && !`${group}${artifact}${version}`.includes('${')
  return isComplete ? { group, artifact, version } : null
}

/** The main section of a manifest, whose lines go on after a blank: those of other sections are about parts. */
export function readManifestVersion(bytes: Uint8Array): string | null {
  const [main = ''] = textOfFile(bytes).replaceAll('\r\n', '\n').split('\n\n', 1)
  const lines = main.replaceAll('\n ', '').split('\n')
  const valueOf = (name: string) =>
    lines
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
      .trim()
  return valueOf('Implementation-Version') ?? valueOf('Bundle-Version') ?? null
}
