import { readDocuments } from '@assay/engine/documents/read.ts'
import { isNamedImage } from '@assay/engine/documents/components/image-kind.ts'
import type { Component, Issue } from '@assay/engine/inventory.ts'
import { CommandError } from '../exit-codes.ts'
import { filesOf, readTreeDocument, type Reading } from './tree-documents.ts'

interface NamedFile {
  /** Path within the project, with '/'. */
  filename: string
  bytes: Uint8Array
}

/** Each image is downloaded in full. */
const maxImages = 50

/** The inventories of the images that files name. One that cannot be read stays a gap, with the reason. */
export async function scanNamedImages(
  files: readonly NamedFile[],
  reading: Reading,
): Promise<{ files: NamedFile[]; issues: Issue[] }> {
  const { inventory } = readDocuments(files.map(({ filename: path, bytes }) => ({ path, bytes })))
  const result: { files: NamedFile[]; issues: Issue[] } = { files: [], issues: [] }
  for (const image of inventory.components.filter(isNamedImage).slice(0, maxImages)) {
    const name = referenceOf(image)
    try {
      const document = await readTreeDocument(name, reading)
      if (document === null) continue
      const filename = `images/${name.replaceAll(/[^\w.-]+/g, '_')}.cdx.json`
      result.files.push(...filesOf(document, filename))
      result.issues.push(...document.issues)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const message = `The image ${name} was not scanned: ${error.message}`
      result.issues.push({
        code: 'image-unscanned',
        message,
        where: image.where ?? image.locations[0] ?? name,
      })
    }
  }
  return result
}

const referenceOf = ({ name, version, commit }: Component): string =>
  commit === undefined ? `${name}:${version}` : `${name}@${commit}`
