import type { PackageList } from '../package-list.ts'
import { ownProperty } from '../../../own-property.ts'
import { recordOf } from '../../parsers/json-value.ts'
import { splitDescriptor } from './npm-package.ts'
import { askIn, type Manifest } from './package-json.ts'
import type { FindEntry, Found, YarnEntry, YarnProject } from './yarn-entry.ts'

interface Linked {
  list: PackageList
  indexes: readonly Found[]
  find: FindEntry
  /** Descriptors that the project or a package asks for. */
  needed: ReadonlySet<string>
  project: YarnProject
}

/** Records who asks for the packages of a yarn.lock, and the resolutions of its package.json. */
export function askForEntries(entries: readonly YarnEntry[], linked: Linked): void {
  const { list, indexes, find, project } = linked
  const format = project.isClassic ? 'yarn.lock 1' : 'yarn.lock 2'
  for (const [at, entry] of entries.entries()) {
    const { needs, folder, name: own } = entry
    const by = indexes[at] ?? null
    const manifest = folder === null ? null : project.manifestOf(folder)
    for (const { name: alias, range, isOptional } of needs) {
      const asked = { alias, range, format, ...(isOptional && { group: 'optional' }) }
      if (folder === null && by === null) continue
      const member = folder !== null && folder !== '.' ? { member: own } : {}
      list.ask(find(alias, range, entry), {
        by,
        ...asked,
        ...(manifest && askIn(manifest, alias)),
        ...member,
      })
    }
  }
  if (project.isClassic) askForManifests(entries, linked, format)
  const forced = Object.keys(recordOf(ownProperty(project.manifestOf('.')?.json, 'resolutions')))
  const names = new Set(forced.map((pattern) => /(?:@[^/@]+\/)?[^/@]+(?=(?:@[^/]*)?$)/.exec(pattern)?.[0]))
  for (const [at, { name }] of entries.entries())
    if (names.has(name)) list.ask(indexes[at], { by: null, isOverride: true, format })
}

/** Yarn 1 lists neither the project nor its members: without a package.json, what nothing else asks for is direct. */
function askForManifests(entries: readonly YarnEntry[], linked: Linked, format: string): void {
  const { list, indexes, find, needed, project } = linked
  const root = project.manifestOf('.')
  if (root === null) {
    for (const [at, { descriptors }] of entries.entries())
      for (const stray of descriptors.filter((each) => !needed.has(each))) {
        const { name: alias, range } = splitDescriptor(stray)
        list.ask(indexes[at], { by: null, alias, range, format })
      }
    return
  }
  const rootFormat = root.hasWorkspaces ? `${format} workspace` : format
  for (const manifest of [root, ...project.members()])
    for (const alias of namesIn(manifest)) {
      const asked = askIn(manifest, alias)!
      const member = manifest === root ? { format: rootFormat } : { member: manifest.name, format }
      list.ask(find(alias, asked.range, manifest), { by: null, ...asked, ...member })
    }
}

const namesIn = ({ dependencies, optionalDependencies, devDependencies }: Manifest) =>
  new Set([...dependencies.keys(), ...optionalDependencies.keys(), ...devDependencies.keys()])
