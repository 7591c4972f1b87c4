import type { Ancestor, Component } from '../../inventory.ts'
import { ecosystemById } from '../../ecosystems.ts'
import { parsePurl } from '../../purl.ts'
import { uncoveredKind } from '../../uncovered-kind.ts'
import { finishComponent, identityOfName, identityOfPurl, mergeComponent } from '../components/identity.ts'
import { logSource } from '../components/source-log.ts'
import { originOfDownload, originOfPurl } from './sbom-origin.ts'
import type { Identity } from '../components/identity.ts'
import { reportVersion } from '../components/report-version.ts'
import type { IssueLog } from '../parsers/issue-log.ts'
import { quote, shortTextOf } from '../parsers/json-value.ts'
import type { Purl } from '../../purl-types.ts'

/**
 * What a reference resolves to: a component's index, the root, the distribution, a lockfile whose packages are listed,
 * or an entry that was skipped.
 */
export type SbomTarget = number | 'root' | 'distribution' | 'container' | 'left-out'

/** An entry of an SBOM in any format; strings are '' if absent. */
export interface Listed extends Pick<
  Component,
  | 'scope'
  | 'isOptional'
  | 'source'
  | 'hashes'
  | 'references'
  | 'licenses'
  | 'copyright'
  | 'locations'
  | 'sureness'
  | 'layer'
  | 'evidence'
  | 'origin'
  | 'commit'
> {
  purl: string
  /** The document does not have the package URL; it follows from group and name. */
  isInferred?: true
  name: string
  version: string
  /** Files and devices are only kept if they have a package URL of an ecosystem. */
  isSoftware: boolean
  /** The address of its download; absent if there is none. */
  download?: string
  /** The packages that it was made from. */
  ancestors?: readonly Pick<Listed, 'purl' | 'name' | 'version'>[]
  /** The location, for messages. */
  location: () => string
}

/** Builds the components of one SBOM, merging entries of the same package version. */
export interface ComponentList {
  components: Component[]
  /** Sets the distribution whose packages are listed, for those that do not say it themselves: 'debian', '12.5'. */
  setDistribution(name: string, version: string): void
  /** Adds an entry and returns the component's index; null if it was skipped. Problems are logged. */
  add(listed: Listed): number | null
  /** Must be called once after the last entry. */
  finish(): void
}

/** Issues are added to the log. */
export function componentList(log: IssueLog): ComponentList {
  const components: Component[] = []
  const indexes = new Map<string, number>()
  const unsupported = new Map<string, Unsupported>()
  const distributions: string[] = []
  const append = (component: Component, key: string): number => {
    const index = indexes.get(key)
    if (index === undefined) {
      indexes.set(key, components.length)
      return components.push(component) - 1
    }
    mergeComponent(components[index]!, component)
    return index
  }
  return {
    components,
    setDistribution(name, version) {
      distributions.push(`${name}-${version}`)
    },
    add(listed) {
      const purl = readPurl(listed, log)
      const identity = identify(listed, purl)
      if (identity.name === '') {
        const message = 'A component has neither name nor package URL and was left out.'
        log.add('component-unusable', message, listed.location)
        return null
      }
      if (identity.ecosystem === null && !listed.isSoftware) return null
      if (identity.ecosystem === null && purl) countUnsupported(unsupported, purl, listed.location)
      const isOrdered = reportGaps(listed, identity, log)
      const component = toComponent(listed, identity, purl)
      if (!isOrdered || listed.origin !== undefined) component.where = listed.location()
      if (component.version !== '') logSource(component, { log, where: listed.location })
      return append(component, identity.key)
    },
    finish() {
      // Of several distributions, none is that of all packages.
      const [distribution] = distributions.length === 1 ? distributions : []
      for (const component of components) {
        finishComponent(component)
        if (distribution !== undefined) setRelease(component, distribution)
      }
      for (const [kind, { count, isPackage, first: where }] of unsupported) {
        const noun = count === 1 ? 'component' : 'components'
        const message = `Not covered: no advisories are matched for ${count} ${noun} of the kind ${quote(kind)}.`
        const add = isPackage ? log.addUncovered : log.add
        add('ecosystem-unsupported', message, where)
      }
    },
  }
}

function setRelease(component: Component, distro: string): void {
  const { ecosystem: id, release } = component
  if (id === null || release !== undefined) return
  const known = ecosystemById(id).release?.fromQualifiers({ distro }) ?? null
  if (known !== null) component.release = known
}

/** Components of a kind of package URL that has no advisories. */
interface Unsupported {
  count: number
  isPackage: boolean
  /** The location of the first. */
  first: string
}

/** Types of package URLs for repositories, which no advisories list as packages. */
const repositoryTypes = new Set('bitbucket git github gitlab'.split(' '))

function countUnsupported(kinds: Map<string, Unsupported>, purl: Purl, location: () => string): void {
  const kind = uncoveredKind(purl)
  const known = kinds.get(kind)
  if (known) known.count++
  else kinds.set(kind, { count: 1, isPackage: !repositoryTypes.has(purl.type), first: location() })
}

/** Name and version of the SBOM's subject; null if it has no name. */
export function describedBy(listed: Pick<Listed, 'purl' | 'name' | 'version'>) {
  const purl = listed.purl === '' ? null : parsePurl(listed.purl)
  const { name, version } = identify(listed, purl)
  return name === '' ? null : { name, version, purl: purl && listed.purl }
}

function readPurl({ purl: text, location }: Listed, log: IssueLog): Purl | null {
  const purl = text === '' ? null : parsePurl(text)
  if (text !== '' && !purl)
    log.add('purl-invalid', `The package URL ${quote(text)} cannot be read.`, location)
  return purl
}

function identify({ name, version }: Pick<Listed, 'name' | 'version'>, purl: Purl | null): Identity {
  if (purl) return identityOfPurl(purl, version, shortTextOf(name))
  return identityOfName(shortTextOf(name), shortTextOf(version))
}

/** Whether the version can be matched with advisories. */
function reportGaps(
  { purl, isInferred, location }: Listed,
  { ecosystem, name, version }: Identity,
  log: IssueLog,
): boolean {
  if (purl === '') {
    log.add('purl-missing', `${quote(name)} has no package URL, so no advisories can be matched.`, location)
  }
  if (isInferred) {
    const message = `${quote(name)} has no package URL; its advisories are matched as those of ${quote(purl)}.`
    log.add('purl-inferred', message, location)
  }
  return reportVersion({ ecosystem, name, version, where: location }, log)
}

function toComponent(listed: Listed, identity: Identity, purl: Purl | null): Component {
  const { ecosystem, name, version, release } = identity
  const { scope, isOptional, hashes, references, licenses, copyright, locations } = listed
  // Assigned one by one instead of spread, since documents can have 200,000 components.
  const component: Component = {
    ecosystem: ecosystem?.id ?? null,
    name,
    version,
    purl: purl && listed.purl,
    scope,
    isDirect: null,
    requiredBy: [],
    licenses,
    locations,
  }
  if (isOptional) component.isOptional = true
  if (copyright !== undefined) component.copyright = copyright
  if (release !== null) component.release = release
  // Ecosystems whose advisories name binary packages do not use the source.
  const source = identity.source ?? (ecosystem?.sourceFromQualifiers && listed.source)
  if (source) component.source = source
  if (purl && ecosystem === null && repositoryTypes.has(purl.type)) component.origin = { kind: 'git' }
  if (hashes) component.hashes = hashes
  const origin =
    listed.origin ??
    (purl && originOfPurl(purl, ecosystem)) ??
    originOfDownload(listed.download ?? '', ecosystem)
  if (listed.commit !== undefined && version === '') component.commit = listed.commit
  if (origin) component.origin = origin
  if (references) component.references = references
  if (listed.sureness) component.sureness = listed.sureness
  if (listed.layer) component.layer = listed.layer
  if (listed.evidence) component.evidence = listed.evidence
  const ancestors = listed.ancestors?.flatMap(toAncestor) ?? []
  if (ancestors.length > 0) component.ancestors = ancestors
  return component
}

/** Ancestors that advisories can match. */
function toAncestor(listed: Pick<Listed, 'purl' | 'name' | 'version'>): Ancestor[] {
  const purl = listed.purl === '' ? null : parsePurl(listed.purl)
  const { ecosystem, name, version, release, source } = identify(listed, purl)
  if (ecosystem === null || name === '' || version === '') return []
  return [
    {
      ecosystem: ecosystem.id,
      name,
      version,
      ...(release !== null && { release }),
      ...(source && { source }),
    },
  ]
}
