import type { SourceDocument } from '../../../inventory.ts'
import { pathFrom } from '../sibling-file.ts'
import { lockfileReader, type LockfileLocation, type Parsed } from '../lockfile-reader.ts'
import { originAt } from '../../components/origin.ts'
import type { PackageList } from '../package-list.ts'
import { readText } from '../../parsers/text-document.ts'
import { type ElixirPair, type ElixirTerm, parseElixirTerm } from './elixir-term.ts'

/** mix.lock: https://hexdocs.pm/mix/Mix.Tasks.Deps.Get.html */
export const mixLock = lockfileReader<ElixirTerm[]>({
  id: 'mix-lock',
  title: 'Mix lockfile: it is not a map of packages',
  kind: { purlType: 'hex', separator: '/' },
  matchesPath: (fileName) => fileName === 'mix.lock',
  companions: ['mix.exs'],
  matchesContent: (start) => /^%\{\s*(?:"[\w.-]+":|"[\w.-]+" =>|:\w+ =>) ?\{:(?:hex|git)\b/.test(start),
  parse,
  read(entries, list, location) {
    const packages = entries.flatMap((entry) => (isPair(entry) ? readPackage(entry, list) : []))
    const indexes = new Map(packages.map(({ app, index }) => [app, index]))
    const required = new Set<string>()
    for (const { app, index, needs } of packages) {
      for (const [need, range] of needs) {
        list.link(index, indexes.get(need))
        if (index !== null) list.ask(indexes.get(need), { by: index, ...(range !== '' && { range }) })
        if (need !== app) required.add(need)
      }
    }
    markDirect(packages, list, { manifest: readManifest(location), required })
    return { format: 'mix.lock' }
  },
})

function parse(document: SourceDocument): Parsed<ElixirTerm[]> {
  const { text, issues } = readText(document)
  const term = text === null || !text.trimStart().startsWith('%{') ? null : parseElixirTerm(text)
  // Without content, the other issues are meaningless.
  return Array.isArray(term)
    ? { content: term, issues }
    : { content: null, issues: text === null ? issues : [] }
}

interface MixPackage {
  /** The name under which other packages require it. */
  app: string
  index: number | null
  /** Names with their requirements. */
  needs: [name: string, range: string][]
}

const isPair = (term: ElixirTerm): term is ElixirPair => typeof term === 'object' && !Array.isArray(term)
const textIn = (term: ElixirTerm | undefined): string => (typeof term === 'string' ? term : '')
const itemsIn = (term: ElixirTerm | undefined): ElixirTerm[] => (Array.isArray(term) ? term : [])

const fromRegistry = /^hex$/

/** {:hex, app, version, inner checksum, managers, requirements, repository, outer checksum} or {:git, address, …} */
function readPackage({ key: app, value }: ElixirPair, list: PackageList): MixPackage {
  const [source, name, version, , , requirements, repository, checksum] = itemsIn(value)
  const where = `${list.path}#/${app.slice(0, 200).toWellFormed()}`
  if (!fromRegistry.test(textIn(source))) {
    const gap = 'is not from a registry and has no version'
    const origin = originAt(textIn(source) === 'path' ? 'folder' : 'git', textIn(name))
    return { app, index: list.add({ name: app, version: '', isDirect: null, gap, origin, where }), needs: [] }
  }
  const [, organization = ''] = textIn(repository).split(':')
  // 'hexpm:organization' has packages of an organization alone.
  const isPublic = repository === undefined || textIn(repository) === 'hexpm'
  const index = list.add({
    name: organization === '' ? textIn(name) : `${organization}/${textIn(name)}`,
    version: textIn(version),
    isDirect: null,
    where,
    isForeign: !isPublic && organization === '',
    origin: { kind: isPublic ? 'public-registry' : 'private-registry' },
    ...(/^[\da-f]{64}$/.test(textIn(checksum)) && {
      hashes: [{ algorithm: 'SHA-256', value: textIn(checksum) }],
    }),
  })
  // {:app, requirement, options}
  return { app, index, needs: itemsIn(requirements).map(needOf) }
}

const needOf = (requirement: ElixirTerm): [string, string] => {
  const [name, range] = itemsIn(requirement)
  return [textIn(name), textIn(range)]
}

/** What a mix.exs says of a package. */
interface ManifestEntry {
  /** '' if it does not say. */
  range: string
  /** Only for development or tests. */
  isTest: boolean
}

type Manifest = ReadonlyMap<string, ManifestEntry>

/** The dependencies in the mix.exs next to it; null if it is missing. As it is a program, only literals are found. */
function readManifest({ path, tree }: LockfileLocation): Manifest | null {
  const document = tree?.find(pathFrom(path, 'mix.exs') ?? '')
  const text = document ? readText(document).text : null
  if (text === null) return null
  const names = [...text.matchAll(/\{:(\w+),([^{}]*)\}/g)].map(
    ([, name = '', rest = '']): [string, ManifestEntry] => {
      const only = /\bonly:\s*(:\w+|\[[^\]]*\])/.exec(rest)?.[1]
      const range = /^\s*"([^"]*)"/.exec(rest)?.[1] ?? ''
      return [name, { range, isTest: only !== undefined && !only.includes(':prod') }]
    },
  )
  return names.length > 0 ? new Map(names) : null
}

/** Packages that no other requires are direct; for all others, only the manifest shows it. */
function markDirect(
  packages: readonly MixPackage[],
  list: PackageList,
  { manifest, required }: { manifest: Manifest | null; required: ReadonlySet<string> },
): void {
  const used: number[] = []
  for (const { app, index } of packages) {
    const isDirect = manifest?.has(app) || !required.has(app)
    const range = manifest?.get(app)?.range ?? ''
    if (isDirect) list.ask(index, { by: null, ...(range !== '' && { range }) })
    if (isDirect) list.markDirect(index)
    else if (manifest) list.markDirect(index, false)
    if (isDirect && index !== null && manifest?.get(app)?.isTest !== true) used.push(index)
  }
  if (manifest) list.markTests(used)
}
