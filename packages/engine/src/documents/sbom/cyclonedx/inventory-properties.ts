import { gapReasons } from '../../../gap-reasons.ts'
import {
  type AttachedProblem,
  type AttachedSummary,
  type Component,
  type ComponentLayer,
  type InventoryImage,
  type Issue,
  type OriginKind,
  originKinds,
} from '../../../inventory.ts'
import { attachedBy, attachedProblems, sureness } from '../../../vocabulary.ts'
import { listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'

/** Names of properties with which a written inventory keeps what CycloneDX has no member for. */
export const inventoryProperties = {
  /** Of a component. */
  sureness: 'assay:sureness',
  /** Of a component: the index of its layer. */
  layer: 'assay:layer',
  /** Of a component: the kind of its origin. */
  source: 'assay:source',
  /** Of a component: the commit that it is pinned to instead of a version. */
  commit: 'assay:commit',
  /** Of a component, once for each that asks for it in a lockfile: a Requirement, with a bom-ref instead of an index. */
  requirement: 'assay:requirement',
  /** Of the metadata, once per layer in order: [diffId, instruction, isBase, size]. */
  layers: 'assay:image:layer',
  digest: 'assay:image:digest',
  platform: 'assay:image:platform',
  /** The base image, and 'true' if the image's labels do not name it. */
  base: 'assay:image:base',
  baseGuessed: 'assay:image:base-guessed',
  /** SBOMs that are attached to the image, and how they compare. */
  attached: 'assay:image:attached',
  /** Those that were left out, and why. */
  attachedProblems: 'assay:image:attached-problems',
  /** When the image and its base were built, and the newest base: [createdAt, baseCreatedAt, { digest, createdAt }]. */
  times: 'assay:image:times',
  /** Of the metadata, once per manifest of the image that is a document of its own: [path, index of its layer]. */
  manifest: 'assay:image:manifest',
  /** Of the metadata, once per lockfile that says the versions of its language: [ecosystem, file, range, isWhole]. */
  runtime: 'assay:runtime',
  /** Of the metadata, once per part that was not checked: [code, where, message, gap, developmentMark]. */
  unread: 'assay:unread',
} as const

export const developmentMark = 'development'

export const valuesOf = (properties: unknown, name: string): string[] =>
  listOf(properties)
    .map(recordOf)
    .flatMap((property) => (textOf(property['name']) === name ? [textOf(property['value'])] : []))

/** null if it is no list. */
function parseList(text: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

/** The layers of an image in order. */
export const readLayers = (metadata: Record<string, unknown>): ComponentLayer[] =>
  valuesOf(metadata['properties'], inventoryProperties.layers).map((text, index) => {
    const [diffId, instruction, isBase] = parseList(text) ?? []
    return {
      index,
      diffId: shortTextOf(diffId),
      instruction: shortTextOf(instruction),
      isBase: typeof isBase === 'boolean' ? isBase : null,
    }
  })

/** Layers of manifests that are documents of their own. */
export function readInnerLayers(metadata: Record<string, unknown>): [path: string, layer: ComponentLayer][] {
  const layers = readLayers(metadata)
  return valuesOf(metadata['properties'], inventoryProperties.manifest).flatMap((text) => {
    const [path, index] = parseList(text) ?? []
    const layer = typeof index === 'number' ? layers[index] : undefined
    return layer ? [[shortTextOf(path), layer]] : []
  })
}

/** What the document says of the image whose packages it lists; null if they are not those of an image. */
export function readImage(metadata: Record<string, unknown>): InventoryImage | null {
  const properties = metadata['properties']
  const layers = valuesOf(properties, inventoryProperties.layers).map((text) => {
    const [diffId, instruction, isBase, size] = parseList(text) ?? []
    return {
      diffId: shortTextOf(diffId),
      instruction: shortTextOf(instruction),
      isBase: typeof isBase === 'boolean' ? isBase : null,
      size: typeof size === 'number' && size >= 0 ? size : null,
    }
  })
  if (layers.length === 0) return null
  const textIn = (name: string) => shortTextOf(valuesOf(properties, name)[0])
  const [, baseName = '', baseDigest = ''] = /^([^@]*)@(.*)$/.exec(textIn(inventoryProperties.base)) ?? []
  const attached = parseList(valuesOf(properties, inventoryProperties.attached)[0] ?? '')
  const problems = parseList(valuesOf(properties, inventoryProperties.attachedProblems)[0] ?? '')
  const [createdAt, baseCreatedAt, newest] = parseList(textIn(inventoryProperties.times)) ?? []
  const { digest, createdAt: newestCreatedAt } = recordOf(newest)
  return {
    digest: textIn(inventoryProperties.digest),
    platform: textIn(inventoryProperties.platform),
    createdAt: timeOf(createdAt),
    layers,
    ...(attached && { attached: attached.flatMap(readAttachedSummary) }),
    ...(problems && { attachedProblems: problems.slice(0, maxNamed).flatMap(readAttachedProblem) }),
    base:
      baseName === '' && baseDigest === ''
        ? null
        : {
            name: baseName,
            digest: baseDigest,
            ...(textIn(inventoryProperties.baseGuessed) === 'true' && { isGuessed: true }),
            createdAt: timeOf(baseCreatedAt),
            newest:
              shortTextOf(digest) === ''
                ? null
                : { digest: shortTextOf(digest), createdAt: timeOf(newestCreatedAt) },
          },
  }
}

const maxNamed = 100

function readAttachedSummary(json: unknown): AttachedSummary[] {
  const each = recordOf(json)
  const by = attachedBy.find((known) => known === each['by'])
  const [listed, found, both] = [each['listed'], each['found'], each['both']].map(countOf)
  const [onlyInDocument, onlyInImage] = [each['onlyInDocument'], each['onlyInImage']].map((packages) =>
    listOf(packages).slice(0, maxNamed).map(shortTextOf),
  )
  const name = shortTextOf(each['name'])
  const isUsed = each['isUsed'] === true
  return by
    ? [
        {
          by,
          name,
          isUsed,
          listed: listed!,
          found: found!,
          both: both!,
          onlyInDocument: onlyInDocument!,
          onlyInImage: onlyInImage!,
        },
      ]
    : []
}

function readAttachedProblem(json: unknown): AttachedProblem[] {
  const each = recordOf(json)
  const reason = attachedProblems.find((known) => known === each['reason'])
  const by = attachedBy.find((known) => known === each['by']) ?? null
  return reason
    ? [{ by, digest: shortTextOf(each['digest']), reason, detail: shortTextOf(each['detail']) }]
    : []
}

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0

/** Epoch ms. */
function timeOf(value: unknown): number | null {
  const time = Date.parse(shortTextOf(value))
  return Number.isNaN(time) ? null : time
}

/** What the program that wrote the document could not read or not completely check: components may be missing. */
export const readUnread = (metadata: Record<string, unknown>): Issue[] =>
  valuesOf(metadata['properties'], inventoryProperties.unread).flatMap((text): Issue[] => {
    const [code, where, message, reason, use] = (parseList(text) ?? []).map(shortTextOf)
    if (!code || !/^[a-z-]+$/.test(code)) return []
    const gap = gapReasons.find((each) => each === reason)
    return [
      {
        code,
        where: where ?? '',
        message: message ?? '',
        ...(gap ? { gap } : { isUnread: true }),
        ...(use === developmentMark && { isDevelopment: true }),
      },
    ]
  })

/** How sure a component is, its layer, and where it came from. */
export function readFound(
  properties: unknown,
  layers: readonly ComponentLayer[],
): Pick<Component, 'sureness' | 'layer' | 'commit'> & { originKind?: OriginKind } {
  const first = (name: string) => valuesOf(properties, name)[0]
  const index = first(inventoryProperties.layer)
  const known = sureness.find((each) => each === first(inventoryProperties.sureness))
  const layer = index === undefined ? undefined : layers[Number(index)]
  const originKind = originKinds.find((each) => each === first(inventoryProperties.source))
  const commit = shortTextOf(first(inventoryProperties.commit))
  return {
    ...(known && { sureness: known }),
    ...(layer && { layer }),
    ...(originKind && { originKind }),
    ...(commit !== '' && { commit }),
  }
}
