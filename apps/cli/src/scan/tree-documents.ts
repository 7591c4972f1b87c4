import { writeInventory } from '@assay/engine/inventory/write-inventory.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import { realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { scanTree, type ScannedTree, type TreeOptions } from '../trees/scan-tree.ts'

/** The inventory of an image, an archive or a root file system, as a document like any other. */
export interface TreeDocument {
  /** With links resolved. */
  path: string
  file: { filename: string; bytes: Uint8Array }
  /** Those of unread parts are in the document. */
  issues: Issue[]
}

/** null if a path is none of these. */
export async function readTreeDocument(path: string, options: TreeOptions): Promise<TreeDocument | null> {
  const scanned = await scanTree(path, options)
  if (scanned === null) return null
  const real = await realpath(path)
  return { path: real, ...documentOf(scanned, basename(real)) }
}

function documentOf(scanned: ScannedTree, name: string): Omit<TreeDocument, 'path'> {
  const { packages, issues, image } = scanned
  if (packages.length === 0) throw new CommandError(exitCodes.unsupported, nothingIn(name, scanned))
  const [repository, tag] = splitTag(image?.name ?? '')
  const bytes = writeInventory(scanned, {
    type: image ? 'container' : 'application',
    name: repository || name,
    version: tag || (image?.digest ?? ''),
    ...(image && { image }),
  })
  return { file: { filename: `${name}.cdx.json`, bytes }, issues: issues.filter(({ isUnread }) => !isUnread) }
}

/** 'registry:5000/app:1.0' is of the repository 'registry:5000/app'. */
function splitTag(name: string): [repository: string, tag: string] {
  const [, repository = name, tag = ''] = /^(.*[^/]):([\w.-]+)$/s.exec(name) ?? []
  return tag.includes('/') ? [name, ''] : [repository, tag]
}

function nothingIn(name: string, { issues, system, image }: ScannedTree): string {
  const reason = issues.map(({ where, message }) => ` ${where}: ${message}`)[0] ?? ''
  const what = image ? 'The image' : 'It'
  const known = system.name === '' ? '' : ` (${system.name})`
  return `${name}: ${what}${known} contains no packages that can be read.${reason}`
}
