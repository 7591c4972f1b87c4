import { parsePurl } from '../../purl.ts'
import type { Issue } from '../../inventory.ts'
import type { Catalog } from '../catalog.ts'
import { foundComponent } from '../catalogers/found-component.ts'
import type { FoundPackage } from '../model/cataloger.ts'
import { type AttachedDocument, packagesOf } from './attachments.ts'

/**
 * Adds what attached SBOMs list and the image does not show, as declared: they are the word of who built it. An issue of
 * each says how it compares.
 */
export function joinAttached<Found extends Catalog>(
  found: Found,
  documents: readonly AttachedDocument[],
): Found {
  const seen = new Set(found.packages.map(keyOf))
  const packages = [...found.packages]
  const issues: Issue[] = []
  for (const document of documents) {
    const where = `attached ${document.name} (${document.by})`
    const { components, issues: unread } = packagesOf(document)
    const listed = new Map(
      components
        .filter(({ purl }) => purl !== null)
        .map((each): FoundPackage => {
          const { requiredBy: _requiredBy, ...own } = foundComponent(each)
          return { ...own, sureness: 'declared', isDirect: null, places: [{ path: where }] }
        })
        .map((each) => [keyOf(each), each]),
    )
    const missing = [...listed].filter(([key]) => !seen.has(key))
    for (const [key, each] of missing) {
      seen.add(key)
      packages.push(each)
    }
    const unlisted = found.packages.filter((each) => !listed.has(keyOf(each))).length
    issues.push(...unread, {
      code: 'attachment-compared',
      message: `Packages that it lists: ${listed.size}. Also found in the image: ${listed.size - missing.length}. Only in the document: ${missing.length}. Only in the image: ${unlisted}. Its signature was not verified.`,
      where,
    })
  }
  return { ...found, packages, issues: [...found.issues, ...issues] }
}

/** Type, name and version: documents differ in qualifiers. */
function keyOf({ purl }: FoundPackage): string {
  const parsed = parsePurl(purl)
  return parsed ? [parsed.type, parsed.namespace, parsed.name, parsed.version].join('\n').toLowerCase() : purl
}
