import { isRecord, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'

type Table = Record<string, unknown>

/** obj/project.assets.json, which a restore writes: https://learn.microsoft.com/nuget/reference/msbuild-targets */
export const projectAssets = lockfileReader({
  id: 'project-assets',
  title: 'project.assets.json: it has no targets',
  kind: { purlType: 'nuget' },
  matchesPath: (fileName) => fileName === 'project.assets.json',
  recognizes: (json) => isRecord(recordOf(json)['targets']) && isRecord(recordOf(json)['libraries']),
  parse: parseJsonObject,
  accepts: ({ targets, libraries }) => isRecord(targets) && isRecord(libraries),
  read({ targets, libraries, project }, list) {
    const direct = directIn(recordOf(project))
    for (const [target, packages] of Object.entries(recordOf(targets)))
      readTarget(recordOf(packages), list, { direct, libraries: recordOf(libraries), target })
    const { version, restore } = recordOf(project)
    const name = shortTextOf(recordOf(restore)['projectName'])
    return {
      format: 'project.assets.json',
      root: name === '' ? null : { name, version: shortTextOf(version), purl: null },
    }
  },
})

interface Direct {
  range: string
  /** Used for the build, but not shipped. */
  isTool: boolean
}

/** What the project asks for, by name in lower case. */
function directIn(project: Table): Map<string, Direct> {
  const direct = new Map<string, Direct>()
  for (const framework of Object.values(recordOf(project['frameworks'])))
    for (const [name, value] of Object.entries(recordOf(recordOf(framework)['dependencies']))) {
      const { target, version, suppressParent } = recordOf(value)
      if (shortTextOf(target) === 'Project') continue
      direct.set(name.toLowerCase(), {
        range: shortTextOf(version),
        isTool: /^all$/i.test(shortTextOf(suppressParent)),
      })
    }
  return direct
}

interface Target {
  direct: ReadonlyMap<string, Direct>
  libraries: Table
  target: string
}

/** Each target framework and runtime has its own versions. Names are case-insensitive. */
function readTarget(packages: Table, list: PackageList, { direct, libraries, target }: Target): void {
  const indexes = new Map<string, number | null>()
  const projects = new Set<string>()
  for (const [key, value] of Object.entries(packages)) {
    const [name = '', version = ''] = key.split('/')
    if (shortTextOf(recordOf(value)['type']) !== 'package') {
      projects.add(key)
      continue
    }
    const asked = direct.get(name.toLowerCase())
    const hash = shortTextOf(recordOf(ownProperty(libraries, key))['sha512'])
    const index = list.add({
      name,
      version,
      isDirect: asked !== undefined,
      hashes: hash === '' ? [] : [{ algorithm: 'SHA-512', value: hash }],
      where: `${list.path}#/targets/${target.slice(0, 100).toWellFormed()}/${key.slice(0, 200).toWellFormed()}`,
      ...(asked?.isTool && { scope: 'provided' }),
    })
    indexes.set(name.toLowerCase(), index)
    if (asked) list.ask(index, { by: null, range: asked.range })
  }
  for (const [key, value] of Object.entries(packages))
    for (const [name, range] of Object.entries(recordOf(recordOf(value)['dependencies']))) {
      const required = indexes.get(name.toLowerCase())
      const [own = ''] = key.split('/')
      const by = projects.has(key) ? null : indexes.get(own.toLowerCase())
      if (by === null) list.markDirect(required)
      else list.link(by, required)
      if (by !== undefined)
        list.ask(required, { by, range: shortTextOf(range), ...(by === null && { member: own }) })
    }
}
