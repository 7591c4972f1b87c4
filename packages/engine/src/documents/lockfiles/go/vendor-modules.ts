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
    for (const { name, version, folder, isReplacement, line } of vendoredModules(lines)) {
      const index = list.add({
        name,
        version,
        where: `${list.path}:${line}`,
        ...(folder !== null && { origin: originAt('folder', folder), gap: 'is replaced by a folder' }),
      })
      if (isReplacement) list.ask(index, { by: null, isOverride: true })
    }
    return { format: 'vendor/modules.txt' }
  },
})

/** A module as it is compiled. */
interface VendoredModule {
  name: string
  /** '' of a folder. */
  version: string
  /** The one that replaces it; null if none does. */
  folder: string | null
  isReplacement: boolean
  /** 1-based. */
  line: number
}

/** The lines '# module version' and '# module version => replacement'. */
export function vendoredModules(lines: readonly string[]): VendoredModule[] {
  return lines.flatMap((text, at) => {
    const [, module, version = '', replaced] = /^# (\S+)(?: (v\S+))?(?: => (\S.*))?$/.exec(text) ?? []
    // Replacements without a version of the module are listed again at the end.
    if (module === undefined || version === '') return []
    const isReplacement = replaced !== undefined
    const [path = '', itsVersion] = replaced?.trim().split(/\s+/) ?? []
    const isFolder = isReplacement && itsVersion === undefined
    return [
      {
        name: isReplacement && !isFolder ? path : module,
        version: isFolder ? '' : (itsVersion ?? version),
        folder: isFolder ? path : null,
        isReplacement,
        line: at + 1,
      },
    ]
  })
}
