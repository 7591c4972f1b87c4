import { type ByteSource, partOf } from '../trees/byte-source.ts'
import { forwardSource } from '../trees/forward-source.ts'
import { openTar, type OpenContext, type StoredEntry } from '../trees/tar-file.ts'
import { sparseSource, storedBytes } from '../trees/tar-sparse.ts'
import { folderOf, joinPath, normalizePath } from '../trees/tree.ts'
import { compressionOf, unpack } from '../trees/unpack.ts'
import type { Issue } from '../../inventory.ts'

/** The files that an image is stored in: a folder or an archive. */
export interface StoredFiles {
  /** null if there is no such file. */
  open(path: string): Promise<ByteSource | null>
}

/** Those of a tar archive, which may be compressed. */
export async function filesOfTar(
  source: ByteSource,
  context: OpenContext,
): Promise<{ files: StoredFiles; paths: ReadonlySet<string>; issues: Issue[] }> {
  const { entries, issues } = await openTar(source, { ...context, wants: () => false })
  const byPath = new Map<string, StoredEntry>(entries.map((entry) => [entry.path, entry]))
  const content = await contentOf(source, context)
  const open = (path: string, hops = 0): ByteSource | null => {
    const entry = byPath.get(path)
    if (!entry || hops > maxHops) return null
    if (entry.kind === 'file') return sourceOf(content, entry)
    if (entry.kind === 'hardlink') return open(normalizePath(entry.target) ?? '', hops + 1)
    return entry.kind === 'link' ? open(linked(path, entry.target), hops + 1) : null
  }
  return { files: { open: (path) => Promise.resolve(open(path)) }, paths: new Set(byPath.keys()), issues }
}

function sourceOf(content: ByteSource, { offset, size, parts }: StoredEntry): ByteSource {
  if (!parts) return partOf(content, offset, size)
  return sparseSource(partOf(content, offset, storedBytes(parts)), { parts, size })
}

const maxHops = 40

/** Old archives link a layer to an equal one: '../<id>/layer.tar'. */
function linked(path: string, target: string): string {
  const parts: string[] = []
  for (const part of joinPath(folderOf(path), target).split('/'))
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  return parts.join('/')
}

async function contentOf(source: ByteSource, context: OpenContext): Promise<ByteSource> {
  const compression = compressionOf(await source.read(0, 16))
  return compression === 'none' ? source : forwardSource(() => unpack(source, compression, context))
}

/** Manifests, configurations and layers by their digests. */
export interface BlobStore {
  /** null if it is missing. */
  manifest(digest: string): Promise<ByteSource | null>
  /** null if it is missing. */
  blob(digest: string, size: number | null): Promise<ByteSource | null>
}

export function blobsOf(files: StoredFiles): BlobStore {
  const open = (digest: string): Promise<ByteSource | null> => {
    const [, algorithm, hex] = /^(sha256|sha512):([\da-f]+)$/.exec(digest) ?? []
    return hex === undefined ? Promise.resolve(null) : files.open(`blobs/${algorithm}/${hex}`)
  }
  return { manifest: open, blob: open }
}
