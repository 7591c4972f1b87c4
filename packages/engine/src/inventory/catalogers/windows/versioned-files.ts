import { shortTextOf } from '../../../documents/parsers/json-value.ts'
import { formatPurl, parsePurl } from '../../../purl.ts'
import type { FoundPackage, ProgramCataloger } from '../../model/cataloger.ts'
import { nameOf } from '../../trees/tree.ts'
import { readVersionResource } from './version-resource.ts'

/**
 * Programs and libraries for Windows by what they say of themselves: a guess. The compilers of .NET write the version of
 * the assembly, whose package usually has its name; of others only the product is known, which is of no ecosystem.
 */
export const versionedFiles: ProgramCataloger = {
  id: 'versioned-files',
  async read(program, { path }) {
    if (program.format !== 'pe' || partOfPackage.test(path)) return { packages: [], issues: [] }
    const found = packageOf(await readVersionResource(program), path)
    return { packages: found ? [found] : [], issues: [] }
  },
}

/** Modules of packages of Python and Node, which are listed as such. */
const partOfPackage = /\.(?:pyd|node)$/i

type Texts = ReadonlyMap<string, string>

function packageOf(texts: Texts, path: string): FoundPackage | null {
  const version = versionIn(texts, ['ProductVersion', 'FileVersion', 'Assembly Version'])
  const assembly = assemblyOf(texts, path)
  const name = assembly ?? shortTextOf(texts.get('ProductName'))
  if (version === null || name === '' || name.endsWith('.resources')) return null
  const type = assembly === null ? 'generic' : 'nuget'
  const purl = formatPurl({ type, namespace: null, name, version, qualifiers: {}, subpath: null })
  return parsePurl(purl) === null ? null : { purl, sureness: 'guessed', places: [{ path }] }
}

/** Libraries only: programs are rarely packages. */
function assemblyOf(texts: Texts, path: string): string | null {
  const file = texts.get('InternalName') ?? texts.get('OriginalFilename') ?? nameOf(path)
  const [, name] = /^([\w.-]{1,100})\.dll$/i.exec(file) ?? []
  return texts.has('Assembly Version') && name !== undefined ? name : null
}

/** '13.0.3+0a2e291' is a version and a commit, '3.0.13 (release)' a version and a remark, '6,1,0,2' is an old spelling. */
function versionIn(texts: Texts, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = (texts.get(key) ?? '').replaceAll(/,\s*/g, '.')
    const [, version] = /^v?(\d+(?:\.\d+)+(?:-[\w.-]+)?)(?:$|[+\s(])/.exec(text) ?? []
    if (version !== undefined && !/^[0.]+$/.test(version)) return version
  }
  return null
}
