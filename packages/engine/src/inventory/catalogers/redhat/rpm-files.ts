import { viewOf } from '../../../byte-view.ts'
import { maxHeaderBytes } from './rpm-header.ts'

// Paths are stored in parts: the folders once, and for each file its name and the index of its folder.

const tags = { folderIndexes: 1116, names: 1117, folders: 1118 }
const maxFiles = 1_000_000

/** Paths of a package's files whose names are wanted, without the leading slash. */
export function filesOfHeader(bytes: Uint8Array, isWanted: (name: string) => boolean): string[] {
  if (bytes.length < 8) return []
  const view = viewOf(bytes)
  const [entries, size] = [view.getUint32(0), view.getUint32(4)]
  const start = 8 + 16 * entries
  if (entries > 65_535 || size > maxHeaderBytes || start > bytes.length) return []
  const found = new Map<number, { at: number; count: number }>()
  for (let at = 8; at < start; at += 16)
    found.set(view.getInt32(at), {
      at: start + view.getUint32(at + 8),
      count: Math.min(view.getUint32(at + 12), maxFiles),
    })
  const [names, folders, indexes] = [tags.names, tags.folders, tags.folderIndexes].map((tag) =>
    found.get(tag),
  )
  if (!names || !folders || !indexes) return []
  const folderNames = textsAt(bytes, folders)
  return textsAt(bytes, names).flatMap((name, index) => {
    const at = indexes.at + 4 * index
    const folder = at + 4 <= bytes.length ? folderNames[view.getUint32(at)] : undefined
    return folder !== undefined && isWanted(name) ? [`${folder}${name}`.replace(/^\/+/, '')] : []
  })
}

const decoder = new TextDecoder()

function textsAt(bytes: Uint8Array, { at, count }: { at: number; count: number }): string[] {
  const texts: string[] = []
  for (let start = at; texts.length < count && start < bytes.length;) {
    const end = bytes.indexOf(0, start)
    if (end < 0) break
    texts.push(decoder.decode(bytes.subarray(start, end)))
    start = end + 1
  }
  return texts
}
