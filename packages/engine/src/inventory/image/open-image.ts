import type { Issue } from '../../inventory.ts'
import { issueOfFault } from '../trees/archive-fault.ts'
import type { TarHashes } from '../trees/tar-file.ts'
import { openTar, type OpenContext, type TarFile } from '../trees/tar-file.ts'
import { treeOfTable } from '../trees/tar-tree.ts'
import type { Tree } from '../trees/tree.ts'
import { maxLayers } from './image-config.ts'
import type { ImageFacts } from '../model/image-facts.ts'
import type { StoredImage, LayerBlob } from './stored-image.ts'
import { applyLayer, type MergedFiles, noLayers } from './layers.ts'

/** An image whose layers were read and merged. */
export interface OpenedImage {
  facts: ImageFacts
  /** As a container sees it; entries know their layer. */
  tree: Tree
  issues: Issue[]
}

/** Called after a layer was applied, with all files so far. */
export type AfterLayer = (layer: { index: number; file: TarFile; merged: MergedFiles }) => Promise<void>

/** Reads the layers from the lowest on. Never throws: a layer that is missing, broken or not what its digest says is an issue. */
export async function openImage(
  { name, digest, config, layers, issues: remarks }: StoredImage,
  context: OpenContext,
  afterLayer: AfterLayer,
): Promise<OpenedImage> {
  const merged = noLayers()
  const issues = [...remarks]
  if (layers.length !== config.layers.length)
    issues.push(
      unread('layers-wrong', 'The image lists other layers than its configuration.', name || digest),
    )
  for (const [index, blob] of layers.slice(0, maxLayers).entries()) {
    const where = `layer ${index + 1}`
    const file = await readLayer(blob, { ...context, where }, config.layers[index]?.diffId ?? '')
    issues.push(...file.issues)
    applyLayer(merged, { file, index }, (path) =>
      issues.push({
        code: 'whiteout-empty',
        message: 'A mark of removed files has no name and was ignored.',
        where: `${where}!/${path}`,
      }),
    )
    await afterLayer({ index, file, merged })
  }
  if (layers.length > maxLayers)
    issues.push(unread('layers-too-many', `Only the first ${maxLayers} layers were read.`, name))
  const { platform, base } = config
  return { facts: { name, digest, platform, base, layers: config.layers }, tree: treeOfTable(merged), issues }
}

const unread = (code: string, message: string, where: string): Issue => ({
  code,
  message,
  where,
  isUnread: true,
})

const noEntries = (issue: Issue): TarFile => ({
  entries: [],
  issues: [issue],
  read: () => Promise.resolve(null),
})

async function readLayer(blob: LayerBlob, context: OpenContext, diffId: string): Promise<TarFile> {
  const { where, codecs } = context
  try {
    const source = await blob.open()
    if (source === null) return noEntries(unread('layer-missing', missing(blob), where))
    if (blob.mediaType.endsWith('+encrypted'))
      return noEntries(unread('layer-encrypted', 'The layer is encrypted.', where))
    const [packedBy, unpackedBy] = [algorithmOf(blob.digest), algorithmOf(diffId)]
    const hashes: TarHashes = { packed: codecs.hash(packedBy), unpacked: codecs.hash(unpackedBy) }
    const file = await openTar(source, context, hashes)
    // Of a layer that could not be read to its end, the hashes are of a part.
    if (file.issues.some(({ isUnread, code }) => isUnread && code !== 'file-too-large')) return file
    const [packed, unpacked] = [
      `${packedBy}:${hashes.packed.hex()}`,
      `${unpackedBy}:${hashes.unpacked.hex()}`,
    ]
    const isWrong = (blob.digest !== '' && packed !== blob.digest) || (diffId !== '' && unpacked !== diffId)
    return isWrong
      ? noEntries(unread('digest-wrong', 'The layer does not have its digest and was not used.', where))
      : file
  } catch (error) {
    return noEntries(issueOfFault(error, where))
  }
}

const missing = ({ mediaType }: LayerBlob): string =>
  /nondistributable|foreign/.test(mediaType)
    ? 'The layer is not stored with the image, as its publisher does not allow it, and was not read.'
    : 'The layer is missing.'

const algorithmOf = (digest: string): 'sha256' | 'sha512' =>
  digest.startsWith('sha512:') ? 'sha512' : 'sha256'
