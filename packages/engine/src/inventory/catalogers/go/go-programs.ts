import { formatPurl, parsePurl } from '../../../purl.ts'
import type { FoundPackage, ProgramCataloger } from '../../model/cataloger.ts'
import { readBuildInfo } from './build-info.ts'

const maxLines = 50_000

/** The modules that Go linked into a program, and its standard library. */
export const goPrograms: ProgramCataloger = {
  id: 'go-programs',
  async read(program, { path }) {
    const info = await readBuildInfo(program)
    if (info === null) return { packages: [], issues: [] }
    const { main, modules, settings } = readModules(info.modules)
    const release = /go(\d+(?:\.\d+)*(?:rc\d+|beta\d+)?)/.exec(info.version)?.[1]
    const places = [{ path }]
    const own = main && mainModule(main, settings, path)
    const requiredBy = own ? [0] : []
    const needed: FoundPackage[] = [
      ...modules.map((each) => moduleFound(each, path)).filter((each) => each !== null),
      ...(release === undefined
        ? []
        : [{ purl: `pkg:golang/stdlib@${release}`, sureness: 'installed' as const, places }]),
    ]
    const packages = [...(own ? [own] : []), ...needed.map((each) => ({ ...each, requiredBy }))]
    if (info.modules !== '') return { packages, issues: [] }
    const message = 'The program does not list the Go modules in it, as builds without modules do.'
    return { packages, issues: [{ code: 'modules-missing', message, where: path, isUnread: true }] }
  },
}

interface Module {
  path: string
  /** '' if it has none. */
  version: string
  /** The folder that it was built from instead. */
  folder?: string
}

interface Modules {
  main: Module | null
  modules: Module[]
  settings: ReadonlyMap<string, string>
}

/** Lines 'mod', 'dep', '=>' (which replaces the one before) and 'build', with tabs between their fields. */
export function readModules(text: string): Modules {
  const settings = new Map<string, string>()
  const modules: Module[] = []
  let main: Module | null = null
  for (const line of text.split('\n').slice(0, maxLines)) {
    const [kind, first = '', version = ''] = line.split('\t')
    if (kind === 'mod') main = { path: first, version }
    if (kind === 'dep') modules.push({ path: first, version })
    const replaced = kind === '=>' ? modules.pop() : undefined
    if (replaced) modules.push(replacement(replaced, { path: first, version }))
    if (kind === 'build') settings.set(first.split('=', 1)[0]!, first.slice(first.indexOf('=') + 1))
  }
  return { main, modules, settings }
}

/** A folder has no version. */
const replacement = (replaced: Module, by: Module): Module =>
  /^(?:\.{1,2}(?:\/|$)|\/|[A-Za-z]:[\\/])/.test(by.path)
    ? { path: replaced.path, version: '', folder: by.path }
    : by

/** Without a version, it was built from a folder: the version is not known, and never the lowest one. */
function moduleFound({ path: module, version, folder }: Module, path: string): FoundPackage | null {
  const purl = golangPurl(module, version)
  if (purl === null) return null
  const origin = folder === undefined ? {} : { origin: { kind: 'folder' as const, address: folder } }
  return { purl, sureness: 'installed', places: [{ path }], ...origin }
}

function golangPurl(module: string, version: string): string | null {
  const at = module.lastIndexOf('/')
  const purl = formatPurl({
    type: 'golang',
    namespace: at < 0 ? null : module.slice(0, at),
    name: module.slice(at + 1),
    version: version === '' || version === '(devel)' ? null : version,
    qualifiers: {},
    subpath: null,
  })
  return module === '' || parsePurl(purl) === null ? null : purl
}

/** A version that the build passed to the linker: '-X main.version=1.2.3'. Only a hint. */
const linkedVersion = /-X[ =]['"]?[\w./-]*[vV]ersion=v?(\d+\.\d+\.\d+[\w.+-]*)/

function mainModule(
  { path: module, version }: Module,
  settings: ReadonlyMap<string, string>,
  path: string,
): FoundPackage | null {
  const found = moduleFound({ path: module, version }, path)
  if (!found || (version !== '' && version !== '(devel)')) return found
  const hint = linkedVersion.exec(settings.get('-ldflags') ?? '')?.[1]
  const purl = hint === undefined ? null : golangPurl(module, `v${hint}`)
  if (purl !== null) return { ...found, purl, sureness: 'guessed' }
  return { ...found, origin: { kind: 'folder' } }
}
