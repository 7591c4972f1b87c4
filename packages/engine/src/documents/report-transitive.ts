import type { Inventory, Issue, SourceTree } from '../inventory.ts'
import { ownProperty } from '../own-property.ts'
import { quote } from './parsers/json-value.ts'
import { claimedReader } from './readers.ts'

/** By reader: whether the text lists direct dependencies only, and the files beside it that list all. */
const partial: Readonly<Record<string, { isPartial: (text: string) => boolean; standIns: RegExp }>> = {
  'pom-xml': { isPartial: () => true, standIns: /^(?:gradle\.lockfile|bom\.(?:json|xml))$/ },
  // What pip-compile, uv and poetry write names the reason or the digests of each package.
  'requirements-txt': {
    isPartial: (text) => !/--hash=|#\s*via\b/.test(text),
    standIns: /^(?:uv|poetry|pdm|Pipfile)\.lock$|^pylock(?:\..+)?\.toml$/,
  },
  // https://go.dev/ref/mod#graph-pruning
  'go-mod': {
    isPartial: (text) => {
      const [, major = '1', minor = '0'] = /^go\s+(\d+)\.(\d+)/m.exec(text) ?? []
      return Number(major) === 1 && Number(minor) < 17
    },
    standIns: /^(?:go\.sum|vendor\/modules\.txt)$/,
  },
}

/** An issue if a document lists packages, but not those that they require; unresolved says why they could not be found. */
export function reportTransitive(
  { path, inventory }: { path: string; inventory: Inventory | null },
  tree: SourceTree,
  unresolved?: string,
): Issue[] {
  if (!inventory || inventory.components.length === 0 || !isPartialList(path, tree)) return []
  const name = quote(path.slice(path.lastIndexOf('/') + 1))
  const what = `${name} lists no transitive packages, so those were not checked.`
  const message = unresolved === undefined ? what : `${what} ${unresolved}`
  const isDevelopment = inventory.components.every(({ scope }) => scope === 'test')
  const code = 'transitive-unlisted'
  return [{ code, message, where: path, gap: code, ...(isDevelopment && { isDevelopment }) }]
}

/** Whether a document lists direct dependencies only, and no file beside it lists all. */
export function isPartialList(path: string, tree: SourceTree): boolean {
  const known = ownProperty(partial, claimedReader(path)?.id ?? '')
  const bytes = tree.find(path)?.bytes
  if (!known || !bytes || !known.isPartial(new TextDecoder().decode(bytes))) return false
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  for (const each of tree.paths())
    if (each.startsWith(folder) && known.standIns.test(each.slice(folder.length).replace(/^target\//, '')))
      return false
  return true
}
