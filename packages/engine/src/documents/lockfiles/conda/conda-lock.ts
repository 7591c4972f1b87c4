import { listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseYamlMap } from '../lockfile-reader.ts'
import { pythonKind } from '../python/python-package.ts'
import { condaKind } from './conda-package.ts'

/** conda-lock.yml: https://conda.github.io/conda-lock/output/ */
export const condaLock = lockfileReader({
  id: 'conda-lock',
  title: 'conda-lock.yml: it lists no packages',
  kind: condaKind,
  matchesPath: (fileName) => /^(?:.*\.)?conda-lock\.ya?ml$/.test(fileName),
  parse: parseYamlMap,
  accepts: (lock) => Array.isArray(lock['package']),
  read(lock, list) {
    const indexes = new Map<string, number | null>()
    const entries = listOf(lock['package']).map(recordOf)
    for (const [at, entry] of entries.entries()) {
      const name = shortTextOf(entry['name'])
      const { categories, category, optional, hash } = entry
      const groups = [...listOf(categories), category].map(textOf).filter((each) => each !== '')
      const digest = textOf(recordOf(hash)['sha256'])
      const index = list.add({
        name,
        version: shortTextOf(entry['version']),
        where: `${list.path}#/package/${at}`,
        hashes: digest === '' ? [] : [{ algorithm: 'SHA-256', value: digest }],
        isOptional: optional === 'true',
        ...(textOf(entry['manager']) === 'pip' && { kind: pythonKind }),
        ...(groups.length > 0 && !groups.includes('main') && { scope: 'test' }),
      })
      indexes.set(`${textOf(entry['platform'])} ${name}`, index)
    }
    for (const entry of entries)
      for (const required of Object.keys(recordOf(entry['dependencies']))) {
        const platform = textOf(entry['platform'])
        list.link(
          indexes.get(`${platform} ${shortTextOf(entry['name'])}`),
          indexes.get(`${platform} ${required}`),
        )
      }
    return { format: 'conda-lock.yml' }
  },
})
