import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import { ecosystemById, ecosystemOfPurl } from '../../ecosystems.ts'
import type { Component, Inventory, ReadResult, Requirement } from '../../inventory.ts'
import { formatPurl } from '../../purl.ts'
import { finishComponent, mergeComponent, originKey } from '../components/identity.ts'
import { imageKind } from '../components/image-kind.ts'
import { logSource } from '../components/source-log.ts'
import { isOrdered } from '../../ecosystems/unordered-version.ts'
import { reportVersion } from '../components/report-version.ts'
import { type IssueLog, issueLog } from '../parsers/issue-log.ts'
import { quote, shortTextOf } from '../parsers/json-value.ts'
import { maxComponents } from '../parsers/limits.ts'

/** Why a project needs a package. */
export const needs = ['used', 'optional', 'dev'] as const
export type Need = (typeof needs)[number]

/** The kind of packages in a lockfile. */
export interface PackageKind {
  /** Package URL type, such as 'maven'. */
  purlType: string
  /** Separator of namespace and name (its last occurrence counts); absent if names have no namespace. */
  separator?: ':' | '/'
}

/** One package of a lockfile or manifest. */
export interface ListedPackage extends Partial<
  Pick<
    Component,
    'scope' | 'isDirect' | 'licenses' | 'hashes' | 'deprecated' | 'origin' | 'commit' | 'sureness'
  >
> {
  /** In the ecosystem's spelling. */
  name: string
  version: string
  where: string | (() => string)
  isOptional?: boolean
  /** Why there is no version, as the continuation of a sentence: 'has the range [1,2)'. */
  gap?: string
  /** From a registry whose packages are others than the public ones with their names. */
  isForeign?: boolean
  /** If it has more than type, name and version. */
  purl?: string
  /** The ecosystem if it is not that of the list; null if it is unsupported. */
  kind?: PackageKind | null
}

/** What is true of all packages of a document. */
export type Always = Partial<Pick<Component, 'sureness' | 'scope'>>

/** Builder for the components of one document. */
export interface PackageList {
  path: string
  log: IssueLog
  /** Adds or merges a component and returns its index; null if it was skipped because it has no name. */
  add(listed: ListedPackage): number | null
  /** Records that one package requires another; null and undefined are ignored. */
  link(requiring: number | null | undefined, required: number | null | undefined): void
  /** Records who asks for a package (null: the project itself) and how. The alias is dropped if it is the name. */
  ask(required: number | null | undefined, asked: Omit<Requirement, 'file'>): void
  /** Records whether the project itself requires it. */
  markDirect(index: number | null | undefined, isDirect?: boolean): void
  /** Marks it as optional. */
  markOptional(index: number): void
  /** Marks everything that cannot be reached from these as test scope. */
  markTests(used: readonly number[]): void
  result(format: string, root?: Inventory['root']): ReadResult
}

export function packageList(path: string, kind: PackageKind, always: Always = {}): PackageList {
  const components: Component[] = []
  const indexes = new Map<string, number>()
  const log = issueLog(path)
  return {
    path,
    log,
    add(listed) {
      const own = { ...listed, ...(always.scope && { scope: always.scope }) }
      const component = toComponent(own, listed.kind === undefined ? kind : listed.kind, { path, log })
      if (component === null) return null
      if (always.sureness) component.sureness = always.sureness
      const ecosystem = component.ecosystem === null ? null : ecosystemById(component.ecosystem)
      if (isVersionOf(ecosystem, component.version)) logSource(component, { log, ...listed })
      const name = ecosystem?.normalizeName(component.name) ?? component.name
      const key = JSON.stringify([component.ecosystem, name, component.version, originKey(component)])
      const index = indexes.get(key) ?? components.length
      const known = components[index]
      if (known) mergeComponent(known, component)
      else indexes.set(key, components.push(component) - 1)
      return index
    },
    link(requiring, required) {
      if (requiring === null || requiring === undefined || required === null || required === undefined) return
      if (requiring !== required) components[required]?.requiredBy.push(requiring)
    },
    ask(required, asked) {
      const component = components[required ?? -1]
      if (!component || asked.by === required) return
      const { alias, ...rest } = asked
      const isAlias = alias !== undefined && alias !== component.name
      const requirement = { file: path, ...rest, ...(isAlias && { alias }) }
      ;(component.requirements ??= []).push(requirement)
    },
    markDirect(index, isDirect = true) {
      const component = components[index ?? -1]
      if (component) component.isDirect = isDirect
    },
    markOptional(index) {
      const component = components[index]
      if (component) component.isOptional = true
    },
    markTests: (used) => markTests(components, used),
    result(format, root = null) {
      if (components.length > maxComponents) {
        const message = `The file lists more than ${maxComponents} packages.`
        return { inventory: null, issues: [{ code: 'components-too-many', message, where: path }] }
      }
      for (const component of components) finishComponent(component)
      return { inventory: { formats: [format], files: [path], root, components, issues: log.all() } }
    },
  }
}

function markTests(components: readonly Component[], used: readonly number[]): void {
  const required = components.map((): number[] => [])
  for (const [index, { requiredBy }] of components.entries())
    for (const by of requiredBy) required[by]!.push(index)
  const reached = new Set(used)
  // Iterating a Set also visits elements added during iteration.
  for (const index of reached) for (const next of required[index]!) reached.add(next)
  for (const [index, component] of components.entries()) if (!reached.has(index)) component.scope = 'test'
}

function toComponent(
  listed: ListedPackage,
  kind: PackageKind | null,
  { path, log }: { path: string; log: IssueLog },
): Component | null {
  const [name, version] = [shortTextOf(listed.name), shortTextOf(listed.version)]
  if (name === '') {
    log.add('name-missing', 'This package has no name and was left out.', listed.where)
    return null
  }
  const ecosystem = kind && ecosystemOfPurl({ type: kind.purlType, namespace: null })
  if (kind?.purlType !== imageKind.purlType) reportGaps({ ...listed, name, version }, ecosystem, log)
  const {
    isDirect = null,
    scope = 'runtime',
    licenses = [],
    isOptional,
    hashes,
    deprecated,
    origin,
    commit,
    sureness,
  } = listed
  return {
    ecosystem: ecosystem?.id ?? null,
    name,
    version,
    // Without an ecosystem, the package URL is all that tells what it is.
    purl:
      listed.purl ?? (kind && (version !== '' || ecosystem === null) ? purlOf(name, version, kind) : null),
    scope,
    isDirect,
    ...(isOptional && { isOptional }),
    ...(origin && { origin }),
    ...(hashes && hashes.length > 0 && { hashes }),
    ...(deprecated !== undefined && { deprecated }),
    ...(commit !== undefined && { commit }),
    ...(sureness && { sureness }),
    requiredBy: [],
    licenses,
    locations: [path],
    ...(!isVersionOf(ecosystem, version) && { where: positionOf(listed) }),
  }
}

const isVersionOf = (ecosystem: Ecosystem | null, version: string): boolean =>
  ecosystem !== null && isOrdered(ecosystem, version)

const positionOf = ({ where }: ListedPackage): string => (typeof where === 'string' ? where : where())

function reportGaps(
  { name, version, gap, where }: ListedPackage,
  ecosystem: Ecosystem | null,
  log: IssueLog,
): void {
  if (ecosystem === null) {
    log.addUncovered(
      'ecosystem-unsupported',
      `No advisories are matched for ${quote(name)}: it is of no known ecosystem.`,
      where,
    )
  } else {
    reportVersion({ ecosystem, name, version, where, gap }, log)
  }
}

function purlOf(fullName: string, version: string, { purlType, separator }: PackageKind): string {
  const at = separator === undefined ? -1 : fullName.lastIndexOf(separator)
  const [namespace, name] = [at <= 0 ? null : fullName.slice(0, at), fullName.slice(at + 1)]
  return formatPurl({
    type: purlType,
    namespace,
    name,
    version: version || null,
    qualifiers: {},
    subpath: null,
  })
}
