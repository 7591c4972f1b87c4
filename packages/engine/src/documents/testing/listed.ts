import type { DocumentReader, ReadResult } from '../../inventory.ts'
import { fixtureFiles, treeOf } from './fixture-files.ts'

/** Reads a fixture, with the other fixtures next to it. */
export function readFixture(reader: DocumentReader, path: string): ReadResult {
  const files = fixtureFiles(reader.id)
  return reader.read(
    files.find((file) => file.path === path)!,
    treeOf(files),
  )
}

/** Reads a text as a document. */
export function readText(reader: DocumentReader, path: string, text: string): ReadResult {
  return reader.read({ path, bytes: new TextEncoder().encode(text) })
}

/** One line per component: 'name version scope direct optional < dependents'. */
export function listed({ inventory }: ReadResult): string[] {
  return (inventory?.components ?? []).map(({ name, version, scope, isDirect, isOptional, requiredBy }) => {
    const by = requiredBy.map((index) => inventory!.components[index]!.name)
    const marks = [isDirect === true && 'direct', isDirect === null && '?', isOptional && 'optional']
    const words = [name, version, scope, ...marks.filter(Boolean), ...(by.length > 0 ? ['<', ...by] : [])]
    return words.filter((word) => word !== '').join(' ')
  })
}

/** One line per issue: 'code where'. */
export function issuesOf({ inventory, issues = [] }: ReadResult): string[] {
  return (inventory?.issues ?? issues).map(({ code, where }) => `${code} ${where}`)
}
