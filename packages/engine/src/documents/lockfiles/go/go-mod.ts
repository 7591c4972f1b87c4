import { pathFrom } from '../sibling-file.ts'
import { quote } from '../../parsers/json-value.ts'
import { lockfileReader, type LockfileLocation, parseLines } from '../lockfile-reader.ts'
import { originAt } from '../../components/origin.ts'
import type { PackageList } from '../package-list.ts'
import { withoutVendor } from '../../../ecosystems/go/versions.ts'
import { type GoMod, type GoModule, type GoWorkspace, parseGoMod } from './go-mod-lines.ts'
import { readWorkspace, workspacePaths } from './go-work.ts'

/** go.mod: https://go.dev/ref/mod#go-mod-file */
export const goMod = lockfileReader({
  id: 'go-mod',
  title: 'go.mod: it names no module',
  kind: { purlType: 'golang', separator: '/' },
  matchesPath: (fileName) => fileName === 'go.mod',
  includes: workspacePaths,
  parse: parseLines,
  accepts: (lines) => lines.some((line) => /^\s*(?:module|require|go)\b/.test(line)),
  read(lines, list, location) {
    const workspace = readWorkspace(location)
    const mod = parseGoMod(lines, workspace)
    for (const line of mod.unusable)
      list.log.add(
        'line-unusable',
        'This line is not a directive and was left out.',
        `${location.path}:${line}`,
      )
    for (const module of mod.modules) addModule(module, list)
    addToolchain(workspace ?? { ...mod, path: location.path }, list)
    reportGaps(mod, list, location)
    return {
      format: 'go.mod',
      root: mod.module === '' ? null : { name: mod.module, version: '', purl: null },
    }
  },
})

function addModule(module: GoModule, list: PackageList): void {
  const { name, version, folder, isDirect, isExcluded, line } = module
  const where = `${list.path}:${line}`
  if (isExcluded) {
    const message = `${quote(name)} is required in a version that is excluded: Go takes the next higher one.`
    list.log.add('version-excluded', message, where)
  }
  const gap = folder === null ? null : `is replaced by the folder ${quote(folder)}, which has no version`
  const index = list.add({
    name,
    version,
    isDirect,
    where,
    ...(gap !== null && { gap, origin: originAt('folder', folder ?? '') }),
  })
  // What replaces it precedes what a command requires.
  if (module.replaces !== null) list.ask(index, { by: null, isOverride: true })
}

/**
 * The go line is only the minimum version; the toolchain line names the one used, unless a newer one is installed. In a
 * workspace, that of the workspace counts alone: https://go.dev/doc/toolchain#config
 */
function addToolchain(
  { toolchain, toolchainLine, path }: Pick<GoWorkspace, 'toolchain' | 'toolchainLine' | 'path'>,
  list: PackageList,
): void {
  if (toolchain === '') return
  const version = withoutVendor(toolchain)
  list.add({ name: 'stdlib', version, isDirect: true, where: `${path}:${toolchainLine}` })
}

function reportGaps(
  { isComplete, modules }: GoMod,
  { log }: PackageList,
  { path, tree }: LockfileLocation,
): void {
  const isListed = ['go.sum', 'vendor/modules.txt'].some((each) => tree?.find(pathFrom(path, each) ?? ''))
  if (isComplete || modules.length === 0 || isListed) return
  const message =
    'Before Go 1.17, this file does not list all modules, and there is no go.sum next to it: some may be missing.'
  log.add('transitive-unlisted', message, path)
}
