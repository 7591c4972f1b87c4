import { textWithoutCredentials } from '../url-credentials.ts'
import type { Issue, ProjectRuntime, Requirement } from '../inventory.ts'
import type { Sureness } from '../vocabulary.ts'
import type { Catalog } from './catalog.ts'
import type { FoundPackage, Place } from './model/cataloger.ts'
import type { ImageFacts } from './model/image-facts.ts'
import type { FoundManifest } from './ownership/unresolved-manifests.ts'
import {
  developmentMark,
  inventoryProperties as names,
} from '../documents/sbom/cyclonedx/inventory-properties.ts'

// https://cyclonedx.org/docs/1.6/json/

/** What a found inventory is of. */
export interface InventorySubject {
  /** 'container' for images, 'operating-system' for their file systems, otherwise 'application'. */
  type: 'container' | 'application'
  name: string
  version: string
  image?: ImageFacts
}

type Json = Record<string, unknown>

/**
 * The found packages as a CycloneDX document, which is uploaded and read like any other: where and how sure as evidence,
 * layers and unread parts as properties.
 */
export function writeInventory(
  { packages, issues, manifests, runtimes = [] }: Catalog,
  subject: InventorySubject,
): Uint8Array {
  const { type, name, version, image } = subject
  const bom: Json = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type, name, 'bom-ref': 'subject', ...(version !== '' && { version }) },
      properties: [
        ...(image ? [...imageProperties(image), ...manifests.flatMap(manifestProperty)] : []),
        ...runtimes.slice(0, maxRuntimes).map(runtimeProperty),
        ...issues.filter(isWritten).toSorted(byUse).slice(0, maxUnread).map(unreadProperty),
      ],
    },
    components: packages.map(componentOf),
    dependencies: dependenciesOf(packages),
  }
  return new TextEncoder().encode(JSON.stringify(bom))
}

/** Whether the document keeps an issue: what it says of coverage. */
export const isWritten = ({ isUnread, gap }: Issue): boolean => isUnread === true || gap !== undefined

const maxUnread = 100
const maxRuntimes = 200
/** Those of development last. */
const byUse = (a: Issue, b: Issue) => Number(a.isDevelopment === true) - Number(b.isDevelopment === true)
const refOf = (index: number) => `p${index}`
const property = (name: string, value: string): Json => ({ name, value })

const unreadProperty = ({ code, where, message, isUnread, gap, isDevelopment }: Issue): Json =>
  property(
    names.unread,
    JSON.stringify([
      code,
      where,
      textWithoutCredentials(message),
      ...(gap && !isUnread ? [gap, ...(isDevelopment ? [developmentMark] : [])] : []),
    ]),
  )

const runtimeProperty = ({ ecosystem, file, range, isWhole }: ProjectRuntime): Json =>
  property(names.runtime, JSON.stringify([ecosystem, file, range, isWhole === true]))

const manifestProperty = ({ path, layer }: FoundManifest): Json[] =>
  layer === undefined ? [] : [property(names.manifest, JSON.stringify([path, layer]))]

const imageProperties = ({
  digest,
  platform,
  layers,
  base,
  attached,
  attachedProblems,
  ...times
}: ImageFacts): Json[] => [
  property(names.digest, digest),
  property(names.platform, platform),
  ...(base ? [property(names.base, `${base.name}@${base.digest}`)] : []),
  ...(base?.isGuessed ? [property(names.baseGuessed, 'true')] : []),
  ...layers.map(({ diffId, instruction, isBase, size = null }) =>
    property(names.layers, JSON.stringify([diffId, instruction, isBase, size])),
  ),
  ...(attached ? [property(names.attached, JSON.stringify(attached))] : []),
  ...(attachedProblems ? [property(names.attachedProblems, JSON.stringify(attachedProblems))] : []),
  ...(times.createdAt || times.baseCreatedAt || times.newestBase
    ? [property(names.times, JSON.stringify([times.createdAt, times.baseCreatedAt, times.newestBase]))]
    : []),
]

/** How sure, as CycloneDX counts it, and its word for how it was found. */
const evidence: Readonly<Record<Sureness, { confidence: number; technique: string }>> = {
  resolved: { confidence: 1, technique: 'manifest-analysis' },
  installed: { confidence: 1, technique: 'filename' },
  declared: { confidence: 0.5, technique: 'manifest-analysis' },
  guessed: { confidence: 0.3, technique: 'filename' },
}

function componentOf(found: FoundPackage, index: number): Json {
  const {
    purl,
    hasPurl,
    sureness,
    places,
    licenses = [],
    isDevelopment,
    origin,
    commit,
    requirements = [],
  } = found
  const layer = places.find((place) => place.layer !== undefined)?.layer
  return {
    type: 'library',
    'bom-ref': refOf(index),
    ...namesOf(purl),
    ...(hasPurl !== false && { purl }),
    ...(isDevelopment && { scope: 'excluded' }),
    ...(licenses.length > 0 && { licenses: licenses.map((name) => ({ license: { name } })) }),
    ...(origin?.address !== undefined && {
      externalReferences: [{ type: origin.kind === 'git' ? 'vcs' : 'distribution', url: origin.address }],
    }),
    evidence: {
      identity: [{ field: 'purl', confidence: evidence[sureness].confidence, methods: [evidence[sureness]] }],
      occurrences: places.map(occurrenceOf),
    },
    properties: [
      property(names.sureness, sureness),
      ...(layer === undefined ? [] : [property(names.layer, String(layer))]),
      ...(origin ? [property(names.source, origin.kind)] : []),
      ...(commit === undefined ? [] : [property(names.commit, commit)]),
      ...requirements.map(requirementProperty),
    ],
  }
}

const requirementProperty = ({ by, ...asked }: Requirement): Json =>
  property(names.requirement, JSON.stringify({ ...asked, by: by === null ? null : refOf(by) }))

const occurrenceOf = ({ path, line }: Place): Json => ({
  location: path,
  ...(line !== undefined && { line }),
})

/** The document requires a name; readers take both from the package URL. */
function namesOf(purl: string): Json {
  const [path = ''] = purl.split(/[?#]/)
  const [name = '', version = ''] = path.slice(path.lastIndexOf('/') + 1).split('@')
  return { name: decodeURIComponent(name), ...(version !== '' && { version: decodeURIComponent(version) }) }
}

/** Only packages that are needed by others, or known to be wanted for themselves, have dependencies. */
function dependenciesOf(packages: readonly FoundPackage[]): Json[] {
  const needs = new Map<string, string[]>()
  const add = (by: string, index: number) => needs.set(by, [...(needs.get(by) ?? []), refOf(index)])
  for (const [index, { isDirect, requiredBy = [] }] of packages.entries()) {
    if (isDirect === true) add('subject', index)
    for (const by of requiredBy) add(refOf(by), index)
  }
  return [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn }))
}
