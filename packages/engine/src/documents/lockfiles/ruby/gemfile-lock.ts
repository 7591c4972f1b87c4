import { lockfileReader, parseLines } from '../lockfile-reader.ts'
import { rubygems } from '../../../ecosystems/rubygems/index.ts'
import type { ComponentOrigin } from '../../../inventory.ts'
import { originAt, registryOrigin } from '../../components/origin.ts'
import type { PackageList } from '../package-list.ts'
import { type GemfileGroups, readGemfile } from './gemfile.ts'

/** Gemfile.lock and gems.locked: https://bundler.io/man/bundle-lock.1.html */
export const gemfileLock = lockfileReader({
  id: 'gemfile-lock',
  title: 'Bundler lockfile: it has no section of gems',
  kind: { purlType: 'gem' },
  matchesPath: (fileName) => fileName === 'Gemfile.lock' || fileName === 'gems.locked',
  matchesContent: (start) => /^(?:GEM|GIT|PATH|PLUGIN SOURCE)\r?\n {2}(?:remote|specs):/.test(start),
  parse: parseLines,
  accepts: (lines) =>
    lines.some((line) => /^(?:GEM|GIT|PATH|DEPENDENCIES|PLATFORMS|PLUGIN SOURCE)$/.test(line)),
  companions: ['Gemfile', 'gems.rb'],
  read(lines, list, location) {
    const { gems, direct, checksums } = readSections(lines, list)
    const indexes = new Map<string, number | null>()
    for (const gem of gems) {
      const hash = checksums.get(`${gem.name} ${gem.version}`)
      const { name, version, where, section } = gem
      const origin = originIn(gem)
      const index =
        section === 'PATH'
          ? null
          : list.add({
              name,
              version,
              where,
              isDirect: false,
              ...(origin && { origin }),
              ...(hash !== undefined && { hashes: [{ algorithm: 'SHA-256', value: hash }] }),
            })
      if (!indexes.has(name)) indexes.set(name, index)
    }
    linkGems(gems, direct, { indexes, list, groups: readGemfile(location) })
    const ruby = lines.map((line) => /^ {3}ruby (\d+(?:\.\d+)*)/.exec(line)?.[1]).find(Boolean)
    return { format: 'Gemfile.lock', runtime: ruby }
  },
})

/** One of several remotes of a section is not known to be that of a gem. */
function originIn({ section, remotes }: Gem): ComponentOrigin | undefined {
  if (section === 'GIT') return originAt('git', remotes[0])
  const [origin, ...others] = remotes.map((remote) => registryOrigin(remote, rubygems))
  return others.every(({ kind }) => kind === origin?.kind) ? origin : undefined
}

interface Gem {
  name: string
  version: string
  /** The section that lists it; 'PATH' for local gems. */
  section: string
  /** The addresses of the section. */
  remotes: readonly string[]
  requires: { name: string; range: string }[]
  where: string
}

interface Sections {
  gems: Gem[]
  /** Requirements by name. */
  direct: Map<string, string>
  /** Checksums of platform-independent gems, by 'name version'. */
  checksums: Map<string, string>
}

/** The sections of Bundler that list gems; all others are ignored. */
const gemSections = new Set(['GEM', 'GIT', 'PATH', 'PLUGIN SOURCE'])

/** Indentation, name, version or range in parentheses, '!' if the Gemfile has a source for it, checksum. */
const entry = /^( {2,6})([^\s(]+)(?: \(([^)]*)\))?!?(?: (\S+))?$/

function readSections(lines: readonly string[], { path, log }: PackageList): Sections {
  const sections: Sections = { gems: [], direct: new Map(), checksums: new Map() }
  let section = ''
  let remotes: string[] = []
  for (const [at, line] of lines.entries()) {
    if (/^[A-Z][A-Z ]*$/.test(line)) {
      section = line
      remotes = []
    }
    const remote = /^ {2}remote: (\S.*)$/.exec(line)?.[1]
    if (remote !== undefined) remotes.push(remote)
    const isRead = gemSections.has(section) || section === 'DEPENDENCIES' || section === 'CHECKSUMS'
    if (!isRead || !line.startsWith('  ') || /^ {2}[a-z_]+:(?: |$)/.test(line)) continue
    const where = `${path}:${at + 1}`
    const [, indent = '', name = '', version = '', rest = ''] = entry.exec(line) ?? []
    if (
      !readEntry(
        { depth: indent.length, name: name.replace(/!$/, ''), version, rest, section, remotes, where },
        sections,
      )
    )
      log.add('line-unusable', 'This line names no gem and was left out.', where)
  }
  return sections
}

interface Entry {
  depth: number
  name: string
  version: string
  rest: string
  section: string
  remotes: readonly string[]
  where: string
}

function readEntry(
  { depth, name, version, rest, section, remotes, where }: Entry,
  sections: Sections,
): boolean {
  if (name === '') return false
  if (section === 'DEPENDENCIES') sections.direct.set(name, version)
  else if (section === 'CHECKSUMS') {
    const hash = /^sha256=([\da-f]{64})$/.exec(rest)?.[1]
    if (hash !== undefined) sections.checksums.set(`${name} ${version}`, hash)
  } else if (depth === 6) sections.gems.at(-1)?.requires.push({ name, range: version })
  // The platform follows the first hyphen: '1.13.3-x86_64-linux'.
  else sections.gems.push({ name, version: version.split('-', 1)[0]!, section, remotes, requires: [], where })
  return true
}

interface Links {
  indexes: ReadonlyMap<string, number | null>
  list: PackageList
  groups: GemfileGroups | null
}

function linkGems(
  gems: readonly Gem[],
  direct: ReadonlyMap<string, string>,
  { indexes, list, groups }: Links,
): void {
  const used: number[] = []
  for (const [name, range] of direct) {
    const index = indexes.get(name)
    list.markDirect(index)
    list.ask(index, { by: null, range: range || '>= 0' })
    if (index === undefined || index === null) continue
    if (groups?.optional.has(name)) list.markOptional(index)
    if (!groups?.tests.has(name)) used.push(index)
  }
  for (const { name, section, requires } of gems) {
    for (const { name: required, range } of requires) {
      // Dependencies of local gems are direct.
      const index = indexes.get(required)
      const by = section === 'PATH' ? null : (indexes.get(name) ?? null)
      if (by !== null) list.ask(index, { by, range: range || '>= 0' })
      if (section !== 'PATH') list.link(indexes.get(name), index)
      else if (index !== undefined && index !== null) {
        list.markDirect(index)
        used.push(index)
      }
    }
  }
  if (groups) list.markTests(used)
}
