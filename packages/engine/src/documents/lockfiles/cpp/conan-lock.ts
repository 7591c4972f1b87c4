import { isRecord, listOf, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'
import { originAt } from '../../components/origin.ts'
import type { ListedPackage, PackageList } from '../package-list.ts'
import { ownProperty } from '../../../own-property.ts'

/** conan.lock of Conan 1 (a graph) and Conan 2 (lists): https://docs.conan.io/2/tutorial/versioning/lockfiles.html */
export const conanLock = lockfileReader({
  id: 'conan-lock',
  title: 'Conan lockfile: it has neither a graph nor a list of what is required',
  kind: { purlType: 'conan' },
  matchesPath: (fileName) => fileName === 'conan.lock',
  recognizes: (json) => isLockfile(recordOf(json)),
  parse: parseJsonObject,
  accepts: isLockfile,
  read(lock, list) {
    if (isRecord(lock['graph_lock'])) return readGraph(recordOf(lock['graph_lock']['nodes']), list)
    readLists(lock, list)
    return { format: 'conan.lock 2' }
  },
})

const lists = {
  requires: 'runtime',
  build_requires: 'provided',
  python_requires: 'provided',
  config_requires: 'provided',
} as const

function isLockfile(json: Record<string, unknown>): boolean {
  if (isRecord(json['graph_lock'])) return true
  return (
    typeof json['version'] === 'string' &&
    Object.keys(lists).some((member) => Array.isArray(ownProperty(json, member)))
  )
}

function readLists(lock: Record<string, unknown>, list: PackageList): void {
  for (const [member, scope] of Object.entries(lists)) {
    for (const [at, value] of listOf(ownProperty(lock, member)).entries()) {
      // An array contains the reference, followed by the package ids locked for it.
      const reference = shortTextOf(Array.isArray(value) ? value[0] : value)
      list.add({ ...identityOf(reference), scope, where: `${list.path}#/${member}/${at}` })
    }
  }
}

function readGraph(nodes: Record<string, unknown>, list: PackageList) {
  const indexes = new Map<string, number | null>()
  const own = new Set<string>()
  const entries = Object.entries(nodes).map(([id, node]) => [id, recordOf(node)] as const)
  const required = new Set(
    entries.flatMap(([, node]) => [...idsOf(node['requires']), ...idsOf(node['build_requires'])]),
  )
  for (const [id, node] of entries) {
    const reference = referenceOf(node)
    const path = shortTextOf(node['path'])
    // The project's own node has a path instead of a revision, or no reference at all; others are editable packages.
    if (reference === '' || (path !== '' && !required.has(id))) own.add(id)
    else {
      const scope = node['context'] === 'build' ? 'provided' : 'runtime'
      const where = `${list.path}#/graph_lock/nodes/${id}`
      const folder = path === '' ? {} : { origin: originAt('folder', path) }
      indexes.set(id, list.add({ ...identityOf(reference), ...folder, scope, isDirect: false, where }))
    }
  }
  for (const [id, node] of entries) {
    for (const each of [...idsOf(node['requires']), ...idsOf(node['build_requires'])]) {
      if (own.has(id)) list.markDirect(indexes.get(each))
      else list.link(indexes.get(id), indexes.get(each))
    }
  }
  return { format: 'conan.lock 1', root: rootOf(entries.find(([id]) => own.has(id))?.[1]) }
}

function rootOf(node: Record<string, unknown> | undefined) {
  const { name, version } = identityOf(referenceOf(node ?? {}))
  return name === '' ? null : { name, version, purl: null }
}

/** Conan before 1.22 has 'pref', which ends with a colon and the package id. */
const referenceOf = ({ ref, pref }: Record<string, unknown>): string =>
  [shortTextOf(ref), shortTextOf(pref)].find((each) => each !== '' && each !== 'None') ?? ''

/** A list of node ids; early lockfiles have them as the values of a map. */
const idsOf = (value: unknown): string[] =>
  (isRecord(value) ? Object.values(value) : listOf(value)).map(shortTextOf)

/** 'zlib/1.2.11@user/channel#revision:package%time' */
export function identityOf(reference: string): Pick<ListedPackage, 'name' | 'version' | 'origin'> {
  const [name = '', version = ''] = reference.split(/[@#:%]/, 1)[0]!.split('/')
  // ConanCenter's recipes have neither: https://docs.conan.io/2/tutorial/creating_packages/create_your_first_package.html
  const owner = /^[^#:%]*@([^#:%/]+)\/[^#:%]/.exec(reference)?.[1] ?? '_'
  return { name, version, ...(owner !== '_' && { origin: { kind: 'private-registry' } }) }
}
