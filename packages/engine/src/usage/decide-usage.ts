import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId, PackageModules, PackageSources } from '../ecosystems/ecosystem.ts'
import type { Component, Inventory } from '../inventory.ts'
import type { PackageUsage, SourceUsage, Usage, UsagePlace } from '../package-usage.ts'
import type { SourceLanguage } from '../source-code/source-language.ts'
import type { UsageReason } from '../vocabulary.ts'
import { type FoundSources, noSources } from './found-sources.ts'

export interface UsageInput {
  components: Inventory['components']
  sources: ReadonlyMap<SourceLanguage, FoundSources>
  /** Modules of packages by moduleKey, from lockfiles and installed packages. */
  modules: ReadonlyMap<string, PackageModules>
}

export const moduleKey = (ecosystem: EcosystemId, name: string): string =>
  `${ecosystem}\n${ecosystemById(ecosystem).normalizeName(name)}`

/** Of each package: whether sources load it. Only packages of ecosystems whose sources can be read are listed. */
export function decideUsage(input: UsageInput): SourceUsage {
  const packages = packagesOf(input)
  for (const [language, found] of input.sources) findPlaces(packages, language, found)
  const through = findThrough(packages, input.components)
  return {
    packages: [...packages.values()].map((each) => ({
      ecosystem: each.ecosystem,
      packageName: ecosystemById(each.ecosystem).normalizeName(each.name),
      ...usageOf(each, through.get(each), input),
      ...(each.symbols.length > 0 && { symbols: each.symbols.slice(0, maxSymbols) }),
    })),
    searched: [...input.sources]
      .filter(([, { files }]) => files > 0)
      .map(([{ name }, { files }]) => ({ language: name, files })),
  }
}

const maxSymbols = 500

interface Package {
  ecosystem: EcosystemId
  name: string
  sources: PackageSources
  modules: PackageModules
  components: number[]
  found: (UsagePlace & { module: string }) | null
  isNamed: boolean
  symbols: NonNullable<PackageUsage['symbols']>
}

function packagesOf({ components, modules }: UsageInput): Map<string, Package> {
  const packages = new Map<string, Package>()
  for (const [index, { ecosystem, name, requirements = [] }] of components.entries()) {
    const sources = ecosystem === null ? undefined : ecosystemById(ecosystem).sources
    if (ecosystem === null || !sources) continue
    const key = moduleKey(ecosystem, name)
    const known = packages.get(key)
    const aliases = requirements.flatMap(({ alias }) => alias ?? [])
    if (known) {
      known.components.push(index)
      known.modules = withAliases(known.modules, aliases, sources)
      continue
    }
    const own = withAliases(modules.get(key) ?? sources.modulesOf(name), aliases, sources)
    const nothing = { found: null, isNamed: false, symbols: [] }
    packages.set(key, { ecosystem, name, sources, modules: own, components: [index], ...nothing })
  }
  return packages
}

const withAliases = (modules: PackageModules, aliases: readonly string[], { modulesOf }: PackageSources) =>
  aliases.length === 0
    ? modules
    : { ...modules, names: [...modules.names, ...aliases.flatMap((alias) => modulesOf(alias).names)] }

/** Several packages can have the same module, such as two builds of one. */
function findPlaces(
  packages: ReadonlyMap<string, Package>,
  language: SourceLanguage,
  { imports, texts, symbols }: FoundSources,
): void {
  const { separator, ignoresCase } = language
  const byModule = new Map<string, Package[]>()
  for (const each of packages.values())
    if (each.sources.language === language)
      for (const name of each.modules.names) {
        const folded = ignoresCase ? name.toLowerCase() : name
        byModule.set(folded, [...(byModule.get(folded) ?? []), each])
      }
  const ownersOf = (module: string) => longestPrefix(byModule, module, separator) ?? []
  for (const [module, place] of imports)
    for (const owner of ownersOf(module)) owner.found ??= { module, file: place.file, line: place.line }
  for (const text of texts) for (const owner of ownersOf(text)) owner.isNamed = true
  for (const [name, { file, line }] of symbols)
    for (const owner of ownersOf(name.replace(/\.[A-Z]\w*$/, ''))) owner.symbols.push({ name, file, line })
}

/** Of 'a/b/c': what is known of it, of 'a/b' or of 'a'. */
function longestPrefix<T>(known: ReadonlyMap<string, T>, module: string, separator: string): T | null {
  for (let part = module; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf(separator)))) {
    const found = known.get(part)
    if (found !== undefined) return found
  }
  return null
}

/** Packages that no source loads, with the nearest one that is loaded and requires them. */
function findThrough(
  packages: ReadonlyMap<string, Package>,
  components: readonly Component[],
): Map<Package, Package> {
  const requires = new Map<number, number[]>()
  for (const [index, { requiredBy }] of components.entries())
    for (const by of requiredBy) requires.set(by, [...(requires.get(by) ?? []), index])
  const owners = new Map(
    [...packages.values()].flatMap((each) => each.components.map((index) => [index, each])),
  )
  const through = new Map<Package, Package>()
  let level = [...packages.values()].filter(({ found }) => found !== null)
  const origins = new Map(level.map((each) => [each, each]))
  while (level.length > 0) {
    const next: Package[] = []
    for (const each of level)
      for (const index of each.components.flatMap((by) => requires.get(by) ?? [])) {
        const required = owners.get(index)
        if (!required || origins.has(required)) continue
        const origin = origins.get(each)!
        origins.set(required, origin)
        through.set(required, origin)
        next.push(required)
      }
    level = next
  }
  return through
}

function usageOf(each: Package, through: Package | undefined, { sources, components }: UsageInput): Usage {
  const { found } = each
  if (found) return { state: 'used', place: { file: found.file, line: found.line }, module: found.module }
  if (through?.found) {
    const { file, line, module } = through.found
    return { state: 'used', place: { file, line }, module, through: through.name }
  }
  const reason = reasonOf(each, sources.get(each.sources.language) ?? noSources(), components)
  return reason === null ? { state: 'not-seen' } : { state: 'unknown', reason }
}

/** Why the missing import of a package says nothing; null if it does. */
function reasonOf(
  { components: indexes, modules, isNamed, sources }: Package,
  { files, isPartial, isDynamic }: FoundSources,
  components: readonly Component[],
): UsageReason | null {
  const own = indexes.map((index) => components[index]!)
  if (files === 0) return 'no-sources'
  if (isPartial) return 'sources-unread'
  if (own.some(({ isDirect, requiredBy }) => isDirect !== true || requiredBy.length > 0))
    return 'required-by-others'
  const isRegistered = ({ scope, isOptional }: Component) =>
    scope === 'test' || isOptional === true || (scope === 'runtime' && sources.registersRuntime === true)
  if (own.some(isRegistered)) return 'not-for-import'
  if (!modules.areAll) return 'modules-unknown'
  if (isNamed) return 'named-in-text'
  return isDynamic ? 'loaded-by-value' : null
}
