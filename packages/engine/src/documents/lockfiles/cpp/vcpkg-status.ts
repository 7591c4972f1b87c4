import { formatPurl } from '../../../purl.ts'
import { listOf, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { lockfileReader, type LockfileLocation, parseJsonObject, parseLines } from '../lockfile-reader.ts'
import { pathFrom } from '../sibling-file.ts'

/** What vcpkg built for a project or as a whole: https://learn.microsoft.com/vcpkg/reference/installation-tree-layout */
export const vcpkgStatus = lockfileReader({
  id: 'vcpkg-status',
  title: 'list of the packages that vcpkg installed: it names none',
  kind: { purlType: 'vcpkg' },
  matchesPath: (fileName, folder = '') => fileName === 'status' && /(?:^|[/_])installed\/vcpkg$/.test(folder),
  companions: ['vcpkg.json'],
  parse: parseLines,
  accepts: (lines) => lines.some((line) => line.startsWith('Package: ')),
  read(lines, list, location) {
    const asked = askedBy(location)
    const ports = portsIn(lines)
    const indexes = new Map<string, number>()
    for (const { fields, line } of ports) {
      const [name = '', triplet = ''] = [fields.get('Package'), fields.get('Architecture')]
      const index = list.add({
        name,
        version: fields.get('Version') ?? '',
        purl: purlOf(fields),
        where: `${list.path}:${line}`,
        ...(asked && { isDirect: asked.has(name) }),
      })
      if (index !== null) indexes.set(`${name}:${triplet}`, index)
    }
    for (const { fields } of ports) {
      const [name, triplet] = [fields.get('Package'), fields.get('Architecture')]
      for (const needed of (fields.get('Depends') ?? '').split(/,\s*/)) {
        const [, port = '', of = triplet] = /^([^:[\s]+)(?:\[[^\]]*\])?(?::(\S+))?/.exec(needed) ?? []
        list.link(indexes.get(`${name}:${triplet}`), indexes.get(`${port}:${of}`))
      }
    }
    return { format: 'vcpkg status' }
  },
})

type Fields = ReadonlyMap<string, string>

/** Paragraphs of installed packages; those of their features have no version. */
function portsIn(lines: readonly string[]): { fields: Fields; line: number }[] {
  const ports: { fields: Map<string, string>; line: number }[] = []
  let isNew = true
  for (const [at, line] of lines.entries()) {
    const [, key, value] = /^([\w-]+): ?(.*)$/.exec(line) ?? []
    if (isNew && key !== undefined) ports.push({ fields: new Map(), line: at + 1 })
    if (key !== undefined) ports.at(-1)?.fields.set(key, shortTextOf(value!.trim()))
    isNew = line.trim() === ''
  }
  return ports.filter(
    ({ fields }) => fields.has('Version') && fields.get('Status') === 'install ok installed',
  )
}

/** https://github.com/package-url/purl-spec/blob/main/types/vcpkg-definition.json */
function purlOf(fields: Fields): string {
  const get = (key: string) => fields.get(key) ?? ''
  return formatPurl({
    type: 'vcpkg',
    namespace: null,
    name: get('Package'),
    version: get('Version') || null,
    qualifiers: { port_version: get('Port-Version'), triplet: get('Architecture') },
    subpath: null,
  })
}

/** What the manifest asks for, two folders above; null without one. */
function askedBy({ path, tree }: LockfileLocation): ReadonlySet<string> | null {
  const manifest = pathFrom(path, '../../vcpkg.json')
  const document = manifest === null ? null : tree?.find(manifest)
  const json = document ? parseJsonObject(document).content : null
  if (!json) return null
  return new Set(
    listOf(json['dependencies']).map((each) =>
      typeof each === 'string' ? each : shortTextOf(recordOf(each)['name']),
    ),
  )
}
