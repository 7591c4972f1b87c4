import { isRecord, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { declareArtifacts } from '../../manifests/bazel/module-bazel.ts'
import { readStarlarkCalls, type StarlarkCall } from '../../manifests/bazel/starlark-calls.ts'
import { parseProgram } from '../../manifests/lines.ts'
import { lockfileReader, type LockfileLocation, parseJsonObject } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'
import { pathFrom } from '../sibling-file.ts'

/** MODULE.bazel.lock: https://bazel.build/external/lockfile */
export const moduleLock = lockfileReader({
  id: 'bazel-module-lock',
  title: 'MODULE.bazel.lock: it lists no modules',
  kind: { purlType: 'bazel' },
  matchesPath: (fileName) => fileName === 'MODULE.bazel.lock',
  companions: ['MODULE.bazel'],
  parse: parseJsonObject,
  accepts: (lock) => isRecord(lock['registryFileHashes']) || isRecord(lock['moduleDepGraph']),
  read(lock, list, location) {
    const module = moduleBeside(location)
    const isDirect = (name: string) => module?.modules.has(name) ?? null
    // Until version 10.
    for (const [key, value] of Object.entries(recordOf(lock['moduleDepGraph']))) {
      const { name, version } = recordOf(value)
      if (key === '<root>') continue
      const where = `${list.path}#/moduleDepGraph/${key.slice(0, 200).toWellFormed()}`
      const own = shortTextOf(name)
      list.add({ name: own, version: shortTextOf(version), isDirect: isDirect(own), where })
    }
    // Other files are of modules that were only considered.
    for (const address of Object.keys(recordOf(lock['registryFileHashes']))) {
      const [, name, version] = /\/modules\/([^/]{1,200})\/([^/]{1,200})\/source\.json$/.exec(address) ?? []
      const where = `${list.path}#/registryFileHashes`
      if (name !== undefined && version !== undefined)
        list.add({ name, version, isDirect: isDirect(name), where })
    }
    if (module) addArtifacts(module, list, location)
    return { format: 'MODULE.bazel.lock' }
  },
})

interface ModuleBeside {
  path: string
  calls: readonly StarlarkCall[]
  /** Names of the modules that it asks for. */
  modules: ReadonlySet<string>
}

function moduleBeside({ path, tree }: LockfileLocation): ModuleBeside | null {
  const beside = pathFrom(path, 'MODULE.bazel')
  const document = beside === null ? null : tree?.find(beside)
  const { content } = document ? parseProgram(document) : { content: null }
  if (beside === null || content === null) return null
  const calls = readStarlarkCalls(content)
  const asked = calls.filter(({ callee }) => callee === 'bazel_dep')
  return {
    path: beside,
    calls,
    modules: new Set(asked.map(({ texts }) => texts.get('name')?.[0]?.text ?? '')),
  }
}

/** The lockfile does not list what extensions fetch. */
function addArtifacts({ path, calls }: ModuleBeside, list: PackageList, { tree }: LockfileLocation): void {
  if (declareArtifacts(calls, list, { path, tree, sureness: 'declared' }) === 0) return
  const message =
    "No lockfile lists the Maven packages that 'MODULE.bazel' asks for, nor what they require: only those that it pins to a version were checked. To check all, set lock_file, run 'bazel run @maven//:pin' and scan the maven_install.json."
  list.log.addGap('lockfile-missing', {
    code: 'lockfile-missing',
    message,
    where: path,
    gap: 'lockfile-missing',
  })
}
