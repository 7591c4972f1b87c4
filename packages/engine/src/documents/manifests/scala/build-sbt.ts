import { declare, manifestReader } from '../manifest-reader.ts'
import { lineCounter, parseProgram, withoutComments } from '../lines.ts'

const text = (name: string) => String.raw`"(?<${name}>[^"\n]{1,200})"`
const module = new RegExp(
  String.raw`${text('group')}[ \t]{0,20}(?<cross>%{1,3})[ \t]{0,20}${text('name')}[ \t]{0,20}%[ \t]{0,20}(?:${text('version')}|(?<variable>[\w.]{1,100}))(?:[ \t]{0,20}%[ \t]{0,20}"?(?<configuration>[\w;>-]{1,100}))?`,
  'g',
)

/** build.sbt without a lockfile: https://www.scala-sbt.org/1.x/docs/Library-Dependencies.html. Only literals are found. */
export const buildSbt = manifestReader<string>({
  id: 'build-sbt',
  title: 'build.sbt',
  kind: { purlType: 'maven', separator: ':' },
  matchesPath: (fileName) => fileName === 'build.sbt' || fileName === 'plugins.sbt',
  parse: parseProgram,
  read(program, list) {
    const source = withoutComments(program, 'slashes')
    const values = new Map(
      [
        ...source.matchAll(
          /\bval\s{1,20}(\w{1,100})\s{0,20}(?::\s{0,20}String\s{0,20})?=\s{0,20}"([^"\n]{1,100})"/g,
        ),
      ].map(([, name, value]) => [name!, value!]),
    )
    const scala = /\bscalaVersion\s{0,20}:=\s{0,20}(?:"([^"\n]{1,50})"|(\w{1,100}))/.exec(source)
    const suffix = suffixOf(scala?.[1] ?? values.get(scala?.[2] ?? ''))
    const lineAt = lineCounter(source)
    for (const { index, groups = {} } of source.matchAll(module)) {
      const { group, name, cross, variable = '', configuration = '' } = groups
      const range = groups['version'] ?? values.get(variable.split('.').at(-1)!) ?? ''
      // '%%' appends the version of Scala to the name.
      const isNamed = cross === '%' || suffix !== null
      declare(list, {
        name: `${group}:${name}${cross === '%' ? '' : (suffix ?? '')}`,
        range: range || variable,
        version: isNamed && /^\d[\w.-]*$/.test(range) ? range : '',
        where: `${list.path}:${lineAt(index)}`,
        ...(/test|it\b/i.test(configuration)
          ? { scope: 'test' }
          : /provided/i.test(configuration)
            ? { scope: 'provided' }
            : {}),
      })
    }
    return { format: 'build.sbt' }
  },
})

/** '2.13.12' is '_2.13', '3.3.1' is '_3'; null if it is unknown. */
function suffixOf(version: string | undefined): string | null {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? []
  if (major === undefined) return null
  return major === '2' ? `_2.${minor}` : `_${major}`
}
