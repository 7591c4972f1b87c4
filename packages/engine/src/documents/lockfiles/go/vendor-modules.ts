import { originAt } from '../../components/origin.ts'
import { lockfileReader, parseLines } from '../lockfile-reader.ts'

/** vendor/modules.txt: https://go.dev/ref/mod#vendoring. It lists what is compiled, with replacements. */
export const vendorModules = lockfileReader<string[]>({
  id: 'vendor-modules',
  title: 'list of vendored modules',
  kind: { purlType: 'golang', separator: '/' },
  matchesPath: (fileName, folder = '') => fileName === 'modules.txt' && /(?:^|\/)vendor$/.test(folder),
  matchesContent: (start) => /^# \S+ v\S+(?: => .*)?\r?\n## explicit/.test(start),
  parse: parseLines,
  read(lines, list) {
    for (const [at, line] of lines.entries()) {
      const [, module, version = '', replacement] = /^# (\S+)(?: (v\S+))?(?: => (\S.*))?$/.exec(line) ?? []
      if (module === undefined) continue
      // Replacements without a version of the module are listed again at the end.
      if (version === '') continue
      const [path = '', itsVersion] = replacement?.trim().split(/\s+/) ?? []
      const isFolder = replacement !== undefined && itsVersion === undefined
      list.add({
        name: replacement === undefined || isFolder ? module : path,
        version: isFolder ? '' : (itsVersion ?? version),
        where: `${list.path}:${at + 1}`,
        ...(isFolder && { origin: originAt('folder', path), gap: 'is replaced by a folder' }),
      })
    }
    return { format: 'vendor/modules.txt' }
  },
})
