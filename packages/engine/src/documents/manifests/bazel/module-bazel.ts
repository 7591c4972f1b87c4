import type { ComponentOrigin, SourceTree } from '../../../inventory.ts'
import type { Sureness } from '../../../vocabulary.ts'
import { originAt } from '../../components/origin.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { pathFrom } from '../../lockfiles/sibling-file.ts'
import { parseProgram } from '../lines.ts'
import { declare, type Declaration, manifestReader } from '../manifest-reader.ts'
import { readStarlarkCalls, type StarlarkCall } from './starlark-calls.ts'

/** MODULE.bazel without a lockfile: https://bazel.build/rules/lib/globals/module. Only literals are found. */
export const moduleBazel = manifestReader<string>({
  id: 'bazel-module',
  title: 'MODULE.bazel',
  kind: { purlType: 'bazel' },
  matchesPath: (fileName) => fileName === 'MODULE.bazel' || fileName.endsWith('.MODULE.bazel'),
  parse: parseProgram,
  read(program, list, location) {
    const calls = readStarlarkCalls(program)
    declareModules(calls, list)
    declareArtifacts(calls, list, location)
    const own = calls.find(({ callee }) => callee === 'module')
    const name = own ? argument(own, 'name') : ''
    const root = name === '' ? null : { name, version: argument(own!, 'version'), purl: null }
    return { format: 'MODULE.bazel', root }
  },
})

/** The text of an argument; '' if it has none, or one that is not known. */
const argument = ({ texts }: StarlarkCall, key: string): string => known(texts.get(key)?.[0]?.text)

const known = (text = ''): string => (text.includes('?') ? '' : text)

const development = { group: 'dev', scope: 'test' } as const

/** Of all versions that modules ask for, Bazel takes the highest: https://bazel.build/external/module#version-selection */
function declareModules(calls: readonly StarlarkCall[], list: PackageList): void {
  const overrides = new Map(
    calls
      .filter(({ callee }) => callee.endsWith('_override'))
      .map((call) => [argument(call, 'module_name'), call]),
  )
  for (const call of calls.filter(({ callee }) => callee === 'bazel_dep')) {
    const name = argument(call, 'name')
    const override = overrides.get(name)
    const origin = override && originOf(override)
    const range = (override && argument(override, 'version')) || argument(call, 'version')
    declare(list, {
      name,
      range,
      version: origin ? '' : range,
      where: `${list.path}:${call.line}`,
      ...(origin && { origin }),
      ...(call.flags.has('dev_dependency') && development),
    })
  }
}

const origins: readonly { callee: string; kind: ComponentOrigin['kind']; key: string }[] = [
  { callee: 'git_override', kind: 'git', key: 'remote' },
  { callee: 'archive_override', kind: 'file', key: 'urls' },
  { callee: 'local_path_override', kind: 'folder', key: 'path' },
]

function originOf(override: StarlarkCall): ComponentOrigin | undefined {
  const found = origins.find(({ callee }) => callee === override.callee)
  return found && originAt(found.kind, argument(override, found.key) || argument(override, 'url'))
}

type ArtifactAsk = Pick<Declaration, 'where' | 'scope' | 'sureness' | 'group' | 'manifest'>

/** A file of packages that an extension of a module asks for. */
interface ModuleFile {
  path: string
  tree?: SourceTree | undefined
  sureness?: Sureness
}

/**
 * What the extension 'maven' is asked for and no lockfile of it lists; returns how many:
 * https://github.com/bazel-contrib/rules_jvm_external/blob/master/docs/bzlmod-api.md
 */
export function declareArtifacts(
  calls: readonly StarlarkCall[],
  list: PackageList,
  { path, tree, sureness }: ModuleFile,
): number {
  const extensions = new Map(
    calls.filter(isMavenExtension).map(({ assigned, flags }) => [assigned, flags.has('dev_dependency')]),
  )
  let count = 0
  for (const call of calls) {
    const at = call.callee.lastIndexOf('.')
    const isDevelopment = extensions.get(call.callee.slice(0, Math.max(0, at)))
    const lock = pathOfLabel(path, argument(call, 'lock_file'))
    if (isDevelopment === undefined || (lock !== null && tree?.find(lock))) continue
    const isTest = isDevelopment || call.flags.has('testonly')
    const left = sureness && { sureness, manifest: path.slice(path.lastIndexOf('/') + 1) }
    const asked = { ...left, ...(isTest && development) }
    for (const { parts, line } of artifactsOf(call, call.callee.slice(at + 1)))
      if (declareArtifact(list, parts, { ...asked, where: `${path}:${line}` })) count += 1
  }
  return count
}

/** '//java:maven_install.json', from the folder of the module. */
function pathOfLabel(path: string, label: string): string | null {
  const [, folder = '', name = ''] = /^(?:@{0,2}\/\/([^:]*):|:)?([^:]+)$/.exec(label) ?? []
  return name === '' ? null : pathFrom(path, `${folder}/${name}`)
}

const isMavenExtension = ({ callee, assigned, texts }: StarlarkCall): boolean =>
  callee === 'use_extension' &&
  assigned !== '' &&
  texts.get('')?.some(({ text }) => text.startsWith('@rules_jvm_external//')) === true

function artifactsOf(call: StarlarkCall, tag: string): { parts: string[]; line: number }[] {
  if (tag === 'artifact')
    return [{ parts: ['group', 'artifact', 'version'].map((key) => argument(call, key)), line: call.line }]
  if (tag !== 'install') return []
  return (call.texts.get('artifacts') ?? []).map(({ text, line }) => ({ parts: text.split(':'), line }))
}

/** 'group:artifact', 'group:artifact:version', 'group:artifact:packaging:version' or with a classifier before the version. */
function declareArtifact(
  list: PackageList,
  [group = '', artifact = '', ...rest]: readonly string[],
  asked: ArtifactAsk,
): boolean {
  if (known(group) === '' || known(artifact) === '') return false
  const range = known(rest.at(-1))
  const index = declare(list, {
    name: `${group}:${artifact}`,
    kind: { purlType: 'maven', separator: ':' },
    range,
    version: /^\d[\w.+-]*$/.test(range) ? range : '',
    ...asked,
  })
  return index !== null
}
