import type { Cataloger, FoundPackage, Surroundings } from '../../model/cataloger.ts'
import { unknownSystem, type System } from '../../systems/os-release.ts'
import { foundOsPackage, rebuilderOf } from '../os-package.ts'
import { paragraphsOf, textOfFile } from '../text-lines.ts'

// https://wiki.alpinelinux.org/wiki/Apk_spec#Installed_Database_V2

const pattern = /^(?:(.*)\/)?(?:usr\/)?lib\/apk\/db\/installed$/s
const worldPattern = /^(?:.*\/)?etc\/apk\/world$/s

/** The database of Alpine's packages, and of distributions with its package manager. */
export const apk: Cataloger = {
  id: 'apk',
  isDatabase: true,
  claims: (path) => pattern.test(path),
  needs: (path) => worldPattern.test(path),
  read({ path, bytes }, surroundings) {
    // Of both places, 'usr/' belongs to the longer one.
    const root = (pattern.exec(path)?.[1] ?? '').replace(/(?:^|\/)usr$/, '')
    const entries = [...paragraphsOf(textOfFile(bytes))].map(({ lines, line }) => ({
      fields: fieldsOf(lines),
      line,
    }))
    const names = new Set(entries.map(({ fields }) => fields.get('P')))
    const system = names.has('clnstrt-baselayout') ? cleanStart : surroundings.systemAt(root)
    const tagged = taggedNames(root, surroundings)
    const packages = entries.flatMap(
      ({ fields, line }) => toFound(fields, { system, tagged, path, line }) ?? [],
    )
    return { packages, issues: [] }
  },
}

/** Its images have no os-release. */
const cleanStart: System = {
  ...unknownSystem,
  id: 'cleanstart',
  name: 'CleanStart',
  namespace: 'cleanstart',
  distro: 'cleanstart-rolling',
}

/** Keys are single letters, whose case matters. */
function fieldsOf(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of lines)
    if (line[1] === ':' && !fields.has(line[0]!)) fields.set(line[0]!, line.slice(2).trim())
  return fields
}

/** 'curl@edge' in the list of wanted packages: from a repository of another release. */
function taggedNames(root: string, { find }: Surroundings): Set<string> {
  const world = find(`${root === '' ? '' : `${root}/`}etc/apk/world`)
  const words = world === null ? [] : textOfFile(world.bytes).split(/\s+/)
  return new Set(words.flatMap((word) => /^([^@<>=~]+)[^@]*@/.exec(word)?.[1] ?? []))
}

interface Context {
  system: System
  tagged: ReadonlySet<string>
  path: string
  line: number
}

function toFound(fields: ReadonlyMap<string, string>, { tagged, ...place }: Context): FoundPackage | null {
  const get = (key: string) => fields.get(key) ?? ''
  const [name, version, origin] = [get('P'), get('V'), get('o')]
  // Virtual packages, such as .build-deps, have no contents.
  if (name.startsWith('.')) return null
  const vendor = rebuilderOf({ name, version })
  return foundOsPackage(
    {
      type: 'apk',
      name,
      version,
      arch: get('A'),
      qualifiers: { upstream: origin === name ? '' : origin },
      isOfOtherRelease: tagged.has(name),
      ...(vendor !== undefined && { vendor }),
      licenses: get('L') === '' ? [] : [get('L')],
    },
    place,
  )
}
