import { isRecord, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'

/** MODULE.bazel.lock: https://bazel.build/external/lockfile */
export const moduleLock = lockfileReader({
  id: 'bazel-module-lock',
  title: 'MODULE.bazel.lock: it lists no modules',
  kind: { purlType: 'bazel' },
  matchesPath: (fileName) => fileName === 'MODULE.bazel.lock',
  parse: parseJsonObject,
  accepts: (lock) => isRecord(lock['registryFileHashes']) || isRecord(lock['moduleDepGraph']),
  read(lock, list) {
    // Until version 10.
    for (const [key, value] of Object.entries(recordOf(lock['moduleDepGraph']))) {
      const { name, version } = recordOf(value)
      if (key === '<root>') continue
      const where = `${list.path}#/moduleDepGraph/${key.slice(0, 200).toWellFormed()}`
      list.add({ name: shortTextOf(name), version: shortTextOf(version), where })
    }
    // Other files are of modules that were only considered.
    for (const address of Object.keys(recordOf(lock['registryFileHashes']))) {
      const [, name, version] = /\/modules\/([^/]{1,200})\/([^/]{1,200})\/source\.json$/.exec(address) ?? []
      const where = `${list.path}#/registryFileHashes`
      if (name !== undefined && version !== undefined) list.add({ name, version, where })
    }
    return { format: 'MODULE.bazel.lock' }
  },
})
