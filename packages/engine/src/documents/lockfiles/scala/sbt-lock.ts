import { listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'

/** build.sbt.lock: https://github.com/stringbean/sbt-dependency-lock */
export const sbtLock = lockfileReader({
  id: 'sbt-lock',
  title: 'build.sbt.lock: it lists no dependencies',
  kind: { purlType: 'maven', separator: ':' },
  matchesPath: (fileName) => fileName === 'build.sbt.lock',
  parse: parseJsonObject,
  accepts: (lock) => Array.isArray(lock['dependencies']),
  read(lock, list) {
    for (const [at, entry] of listOf(lock['dependencies']).map(recordOf).entries()) {
      const configurations = listOf(entry['configurations']).map(textOf)
      const isShipped = configurations.some((each) =>
        /^(?:compile|runtime|default)(?:-internal)?$/.test(each),
      )
      list.add({
        name: `${shortTextOf(entry['org'])}:${shortTextOf(entry['name'])}`,
        version: shortTextOf(entry['version']),
        scope: isShipped ? 'compile' : configurations.some((each) => /test/.test(each)) ? 'test' : 'provided',
        where: `${list.path}#/dependencies/${at}`,
      })
    }
    return { format: 'build.sbt.lock' }
  },
})
