import type { Issue, SourceDocument } from '../../inventory.ts'
import type { ScannedTree } from './catalog-archive.ts'
import { withoutManifests } from '../ownership/unresolved-manifests.ts'
import { isWritten, writeInventory } from '../write-inventory.ts'

/** A scanned tree as a CycloneDX document. */
export interface TreeDocument {
  bytes: Uint8Array
  /** Documents of their own, which a registry may resolve, by their paths in the tree. */
  manifests: SourceDocument[]
  /** Those that the document does not keep. */
  issues: Issue[]
}

/** name: of the file or repository, if the image does not say its own. null if nothing was found. */
export function documentOfTree(scanned: ScannedTree, name: string): TreeDocument | null {
  if (scanned.packages.length + scanned.manifests.length === 0) return null
  const own = withoutManifests(scanned)
  const { issues, image, manifests } = own
  const [repository, tag] = splitTag(image?.name ?? '')
  const bytes = writeInventory(own, {
    type: image ? 'container' : 'application',
    name: repository || name,
    version: tag || (image?.digest ?? ''),
    ...(image && { image }),
  })
  return {
    bytes,
    manifests: manifests.map(({ path, bytes: content }) => ({ path, bytes: content })),
    issues: issues.filter((issue) => !isWritten(issue)),
  }
}

/** 'registry:5000/app:1.0' is of the repository 'registry:5000/app'. */
function splitTag(name: string): [repository: string, tag: string] {
  const [, repository = name, tag = ''] = /^(.*[^/]):([\w.-]+)$/s.exec(name) ?? []
  return tag.includes('/') ? [name, ''] : [repository, tag]
}

/** Why a tree has no document, in one sentence. */
export function nothingFound(name: string, { issues, system, image, isProgram }: ScannedTree): string {
  const reason = issues.map(({ where, message }) => ` ${where}: ${message}`)[0] ?? ''
  if (isProgram) return `${name} is a program that does not list its packages.${reason} ${waysForPrograms}`
  const what = image ? 'The image' : 'It'
  const known = system.name === '' ? '' : ` (${system.name})`
  return `${name}: ${what}${known} contains no packages that can be read.${reason}`
}

const waysForPrograms =
  'Programs of Go, single files of .NET, and programs of Rust that were built with cargo-auditable do. Of others, scan the sources, the folder or image that they are in, or an SBOM of their build.'
