import { parseTomlTable } from '../../lockfiles/lockfile-reader.ts'
import { pinnedVersion, pythonKind } from '../../lockfiles/python/python-package.ts'
import { manifestReader } from '../manifest-reader.ts'
import { declareTable } from './declare-python.ts'

/** Pipfile without a lockfile: https://pipenv.pypa.io/en/latest/pipfile.html */
export const pipfile = manifestReader({
  id: 'pipfile',
  title: 'Pipfile',
  kind: pythonKind,
  matchesPath: (fileName) => fileName === 'Pipfile',
  parse: parseTomlTable,
  read(toml, list) {
    for (const [group, table] of Object.entries(toml)) {
      // Further tables are groups of their own.
      if (notPackages.has(group)) continue
      declareTable(list, table, {
        exact: (range) => pinnedVersion(range.replaceAll(' ', '')),
        where: `${list.path}#/${group.slice(0, 200).toWellFormed()}`,
        ...(group === 'packages' ? {} : { group: group === 'dev-packages' ? 'dev' : group }),
        ...(group === 'dev-packages' && { scope: 'test' }),
      })
    }
    return { format: 'Pipfile' }
  },
})

const notPackages = new Set(['source', 'requires', 'scripts', 'pipenv'])
