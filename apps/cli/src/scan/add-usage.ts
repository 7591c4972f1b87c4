import { readDocuments } from '@assay/engine/documents/read.ts'
import { usageFileName, writeUsage } from '@assay/engine/usage/usage-document.ts'
import { relative } from 'node:path'
import type { Inputs } from './read-inputs.ts'
import { searchSources } from './search-sources.ts'

/** Adds what the sources of the scanned folders import, as a document. The sources themselves stay where they are. */
export async function addUsage(inputs: Inputs, options: { usage?: boolean }): Promise<Inputs> {
  if (options.usage === false || inputs.folders.length === 0) return inputs
  const files = inputs.files.filter(({ filename }) => filename !== usageFileName)
  const { inventory } = readDocuments(files.map(({ filename: path, bytes }) => ({ path, bytes })))
  const folders = inputs.folders.map((path) => ({ path, prefix: prefixOf(inputs.described.root, path) }))
  const searched = await searchSources(folders, inventory.components)
  if (searched === null) return { ...inputs, files }
  const document = { filename: usageFileName, bytes: writeUsage(searched.usage) }
  return { ...inputs, files: [...files, document], issues: [...inputs.issues, ...searched.issues] }
}

/** A folder outside of the project is a separate one. */
function prefixOf(root: string, path: string): string {
  const inside = relative(root, path).replaceAll('\\', '/')
  return inside === '' || inside.startsWith('..') ? '' : `${inside}/`
}
