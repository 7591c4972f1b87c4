import { isRecord, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'

/** packages.lock.json: https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files#locking-dependencies */
export const packagesLock = lockfileReader({
  id: 'packages-lock',
  title: 'NuGet lockfile: it lists no target frameworks',
  kind: { purlType: 'nuget' },
  matchesPath: (fileName) => /^packages(?:\..+)?\.lock\.json$/i.test(fileName),
  recognizes: (json) => isLockfile(recordOf(json)),
  parse: parseJsonObject,
  accepts: isLockfile,
  read({ version, dependencies }, list) {
    for (const [framework, packages] of Object.entries(recordOf(dependencies)))
      readFramework(framework, recordOf(packages), list)
    return { format: `packages.lock.json ${typeof version === 'number' ? version : ''}`.trim() }
  },
})

function isLockfile({ version, dependencies }: Record<string, unknown>): boolean {
  if (typeof version !== 'number' || !isRecord(dependencies)) return false
  const frameworks = Object.values(dependencies)
  return frameworks.every((packages) => Object.values(recordOf(packages)).every(isRecord))
}

/** Each framework has its own versions. Package names are case-insensitive. */
function readFramework(framework: string, packages: Record<string, unknown>, list: PackageList): void {
  const indexes = new Map<string, number | null>()
  const projects = new Set<string>()
  for (const [name, value] of Object.entries(packages)) {
    const { type, requested, resolved, contentHash } = recordOf(value)
    const where = `${list.path}#/dependencies/${framework}/${name}`
    if (shortTextOf(type) === 'Project') {
      projects.add(name)
      continue
    }
    const hash = shortTextOf(contentHash)
    const hashes = hash === '' ? [] : [{ algorithm: 'SHA-512', value: hash }]
    const isDirect = shortTextOf(type) === 'Direct'
    const index = list.add({ name, version: shortTextOf(resolved), isDirect, hashes, where })
    indexes.set(name.toLowerCase(), index)
    if (isDirect) list.ask(index, { by: null, range: shortTextOf(requested) })
  }
  for (const [name, value] of Object.entries(packages)) {
    const requiring = indexes.get(name.toLowerCase())
    for (const [dependency, range] of Object.entries(recordOf(recordOf(value)['dependencies']))) {
      const required = indexes.get(dependency.toLowerCase())
      // Dependencies of the solution's own projects are direct.
      if (projects.has(name)) {
        list.markDirect(required)
        list.ask(required, { by: null, range: shortTextOf(range), member: name })
        continue
      }
      list.link(requiring, required)
      if (typeof requiring === 'number') list.ask(required, { by: requiring, range: shortTextOf(range) })
    }
  }
}
