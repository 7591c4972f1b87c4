import { listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { type LockfileFormat, lockfileReader, parseYamlMap } from '../lockfile-reader.ts'

/** Charts that a chart contains: https://helm.sh/docs/helm/helm_dependency/ */
export const helmFormat = {
  kind: { purlType: 'helm' },
  parse: parseYamlMap,
  read(lock, list) {
    for (const [at, entry] of listOf(lock['dependencies']).map(recordOf).entries()) {
      // A chart of the project itself.
      if (textOf(entry['repository']).startsWith('file:')) continue
      const version = shortTextOf(entry['version'])
      list.add({
        name: shortTextOf(entry['name']),
        version: /^v?\d[\w.+-]*$/.test(version) ? version : '',
        isDirect: true,
        where: `${list.path}#/dependencies/${at}`,
      })
    }
    return { format: 'Helm chart' }
  },
} satisfies Partial<LockfileFormat<Record<string, unknown>>>

export const helmLock = lockfileReader({
  ...helmFormat,
  id: 'helm-lock',
  title: 'Chart.lock: it lists no charts',
  matchesPath: (fileName) => fileName === 'Chart.lock' || fileName === 'requirements.lock',
  accepts: (lock) => Array.isArray(lock['dependencies']),
})
