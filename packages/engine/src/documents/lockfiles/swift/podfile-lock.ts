import { isRecord, listOf, recordOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseYamlMap } from '../lockfile-reader.ts'
import { cocoapods } from '../../../ecosystems/cocoapods/index.ts'
import type { ComponentOrigin } from '../../../inventory.ts'
import { originAt, registryOrigin } from '../../components/origin.ts'
import type { PackageList } from '../package-list.ts'

/** Podfile.lock: https://guides.cocoapods.org/using/using-cocoapods.html#what-is-podfilelock */
export const podfileLock = lockfileReader({
  id: 'podfile-lock',
  title: 'CocoaPods lockfile: it lists no pods',
  kind: { purlType: 'cocoapods' },
  matchesPath: (fileName) => fileName === 'Podfile.lock',
  matchesContent: (start) => /^PODS:\s/.test(start),
  parse: parseYamlMap,
  accepts: (lock) => 'PODS' in lock,
  read(lock, list) {
    const sources = new Map(Object.entries(recordOf(lock['EXTERNAL SOURCES'])))
    const direct = new Set(listOf(lock['DEPENDENCIES']).map((each) => podOf(textOf(each)).name))
    const pods = listOf(lock['PODS']).map((each, at) => readPod(each, `${list.path}#/PODS/${at}`))
    const indexes = new Map<string, number | null>()
    const registries = registriesOf(recordOf(lock['SPEC REPOS']))
    for (const pod of pods) {
      const source = sources.get(pod.name)
      const origin = originIn(recordOf(source)) ?? registries.get(pod.name)
      const index = isLocal(source) ? null : addPod(pod, { list, origin, isDirect: direct.has(pod.name) })
      if (!indexes.has(pod.name)) indexes.set(pod.name, index)
    }
    for (const { name, needs } of pods)
      for (const need of needs) list.link(indexes.get(name), indexes.get(need))
    return { format: 'Podfile.lock' }
  },
})

interface Pod {
  /** Without the subspec: subspecs are released with their pod. */
  name: string
  version: string
  needs: string[]
  where: string
}

/** 'Name/Subspec (1.0)', or a map from it to its dependencies. */
function readPod(item: unknown, where: string): Pod {
  const [[title, needs] = ['', []]] = Object.entries(recordOf(item))
  const { name, version } = podOf(isRecord(item) ? title : textOf(item))
  return { name, version, where, needs: listOf(needs).map((need) => podOf(textOf(need)).name) }
}

function podOf(text: string): { name: string; version: string } {
  const at = text.indexOf(' (')
  const [title, version] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 2).replace(/\)$/, '')]
  return { name: title.split('/', 1)[0]!.trim(), version: version.trim() }
}

/** A folder of the project. */
const isLocal = (source: unknown): boolean => isRecord(source) && ':path' in source

interface Context {
  list: PackageList
  origin: ComponentOrigin | undefined
  isDirect: boolean
}

/** The public repository of specifications is 'trunk'. */
function registriesOf(repositories: Record<string, unknown>): Map<string, ComponentOrigin> {
  return new Map(
    Object.entries(repositories).flatMap(([name, pods]) => {
      const origin: ComponentOrigin =
        name === 'trunk' ? { kind: 'public-registry' } : registryOrigin(name, cocoapods)
      return listOf(pods).map((pod) => [textOf(pod), origin] as const)
    }),
  )
}

function originIn(source: Record<string, unknown>): ComponentOrigin | undefined {
  const { ':git': git, ':hg': hg, ':svn': svn, ':http': http, ':podspec': podspec } = source
  const repository = [git, hg, svn].map(textOf).find((address) => address !== '')
  if (repository !== undefined) return originAt('git', repository)
  const address = textOf(http) || textOf(podspec)
  return address === '' ? undefined : originAt('file', address)
}

function addPod({ name, version, where }: Pod, { list, origin, isDirect }: Context): number | null {
  return list.add({
    name,
    version,
    isDirect,
    where,
    ...(origin && { origin }),
  })
}
