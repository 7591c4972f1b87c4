import { listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseYamlMap } from '../lockfile-reader.ts'
import { pythonKind } from '../python/python-package.ts'
import { condaArchive, condaKind, pypiArchive } from './conda-package.ts'

/** pixi.lock: https://pixi.sh/latest/workspace/lockfile/. It is YAML. */
export const pixiLock = lockfileReader({
  id: 'pixi-lock',
  title: 'pixi.lock: it lists no packages',
  kind: condaKind,
  matchesPath: (fileName) => fileName === 'pixi.lock',
  parse: parseYamlMap,
  accepts: (lock) => Array.isArray(lock['packages']),
  read(lock, list) {
    for (const [at, entry] of listOf(lock['packages']).map(recordOf).entries()) {
      const { pypi, conda, url } = entry
      // Until version 5, 'kind' tells the two apart.
      const isPypi = pypi !== undefined || /^pypi$/.test(textOf(entry['kind']))
      const address = [pypi, conda, url].map(textOf).find((each) => each !== '') ?? ''
      const found = isPypi ? pypiArchive(address) : condaArchive(address)
      const digest = textOf(entry['sha256'])
      list.add({
        name: shortTextOf(entry['name']) || (found?.name ?? ''),
        version: shortTextOf(entry['version']) || (found?.version ?? ''),
        where: `${list.path}#/packages/${at}`,
        hashes: digest === '' ? [] : [{ algorithm: 'SHA-256', value: digest }],
        ...(isPypi && { kind: pythonKind }),
      })
    }
    return { format: `pixi.lock ${textOf(lock['version'])}`.trim() }
  },
})
