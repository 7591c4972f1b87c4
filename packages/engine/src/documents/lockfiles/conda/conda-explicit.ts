import { lockfileReader, parseLines } from '../lockfile-reader.ts'
import { condaArchive, condaKind } from './conda-package.ts'

/** What 'conda list --explicit' and 'conda-lock render' write: https://docs.conda.io/projects/conda/en/stable/user-guide/tasks/manage-environments.html#building-identical-conda-environments */
export const condaExplicit = lockfileReader<string[]>({
  id: 'conda-explicit',
  title: 'list of conda packages: it has no line @EXPLICIT',
  kind: condaKind,
  matchesPath: (fileName) =>
    /^(?:conda-(?:linux|osx|win|noarch)[\w.-]*\.lock|(?:conda-)?(?:spec-file|explicit)[\w.-]*\.txt)$/.test(
      fileName,
    ),
  matchesContent: (start) => /^@EXPLICIT\s*$/m.test(start),
  parse: parseLines,
  accepts: (lines) => lines.some((line) => line.trim() === '@EXPLICIT'),
  read(lines, list) {
    for (const [at, line] of lines.entries()) {
      // The digest after '#' is MD5, or SHA-256 with its name.
      const [address = '', digest = ''] = line.trim().split('#')
      if (!/^(?:https?|file):\/\//.test(address)) continue
      const where = `${list.path}:${at + 1}`
      const found = condaArchive(address)
      const hex = /^(?:sha256:)?([\da-f]{64})$/.exec(digest)?.[1]
      if (found)
        list.add({ ...found, where, hashes: hex === undefined ? [] : [{ algorithm: 'SHA-256', value: hex }] })
      else
        list.log.add(
          'line-unusable',
          'The address is not that of a conda package, so it was left out.',
          where,
        )
    }
    return { format: 'list of conda packages' }
  },
})
