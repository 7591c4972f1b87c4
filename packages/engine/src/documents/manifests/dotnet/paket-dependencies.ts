import { originAt } from '../../components/origin.ts'
import { parseLines } from '../../lockfiles/lockfile-reader.ts'
import { declare, manifestReader } from '../manifest-reader.ts'

/** paket.dependencies without a lockfile: https://fsprojects.github.io/Paket/dependencies-file.html */
export const paketDependencies = manifestReader<string[]>({
  id: 'paket-dependencies',
  title: 'paket.dependencies',
  kind: { purlType: 'nuget' },
  matchesPath: (fileName) => fileName === 'paket.dependencies',
  parse: parseLines,
  read(lines, list) {
    let group = ''
    for (const [at, line] of lines.entries()) {
      group = /^\s*group\s+(\S+)/i.exec(line)?.[1] ?? group
      const [, kind, name = '', rest = ''] = /^\s*(nuget|github|git|gist|http)\s+(\S+)(.*)$/.exec(line) ?? []
      if (kind === undefined) continue
      const range = /^\s*((?:~>|[<>=]=?|@)?\s*\d[^\s,]*(?:\s+<=?\s*\d\S*)?)/.exec(rest)?.[1]?.trim() ?? ''
      const isPackage = /^nuget$/.test(kind)
      declare(list, {
        name: isPackage ? name : `${kind}:${name}`,
        range,
        version: isPackage ? (/^(?:={1,2}\s*)?(\d+(?:\.\d+){1,3}(?:-[\w.-]+)?)$/.exec(range)?.[1] ?? '') : '',
        where: `${list.path}:${at + 1}`,
        ...(/^tests?$/i.test(group) && { scope: 'test', group }),
        ...(!isPackage && { origin: originAt(kind === 'http' ? 'file' : 'git', name) }),
      })
    }
    return { format: 'paket.dependencies' }
  },
})
