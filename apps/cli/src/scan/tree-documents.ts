import { isWritten, writeInventory } from '@assay/engine/inventory/write-inventory.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { looksLikeImage, readReference, repositoryName } from '../registry/image-reference.ts'
import { pullImage } from '../registry/pull-image.ts'
import { scanStoredImage, scanTree, type ScannedTree, type TreeOptions } from '../trees/scan-tree.ts'
import type { Environment } from './program-environment.ts'

/** The inventory of an image, an archive or a root file system, as a document like any other. */
export interface TreeDocument {
  /** The folder that it is in. */
  folder: string
  file: { filename: string; bytes: Uint8Array }
  /** Those of unread parts are in the document. */
  issues: Issue[]
  /** Of an image from a registry, which is in no repository of sources. */
  project?: { url: string; branch: string }
}

interface Reading {
  environment: Environment
  options: TreeOptions
}

/** null if a path is none of these. Something that is no path may be the name of an image. */
export async function readTreeDocument(path: string, reading: Reading): Promise<TreeDocument | null> {
  const scanned = await scanTree(path, reading.options)
  if (scanned) {
    const real = await realpath(path)
    return { folder: dirname(real), ...documentOf(scanned, basename(real)) }
  }
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  return isThere || !looksLikeImage(path) ? null : readImage(path, reading)
}

async function readImage(path: string, { environment, options }: Reading): Promise<TreeDocument> {
  const reference = readReference(path)!
  const scanned = await scanStoredImage(() => pullImage(reference, environment, options), path)
  const name = repositoryName(reference)
  return {
    folder: process.cwd(),
    ...documentOf(scanned, basename(name)),
    project: { url: `docker:${name}`, branch: reference.tag || reference.digest.slice(0, 19) },
  }
}

function documentOf(scanned: ScannedTree, name: string): Pick<TreeDocument, 'file' | 'issues'> {
  const { packages, issues, image } = scanned
  if (packages.length === 0) throw new CommandError(exitCodes.unsupported, nothingIn(name, scanned))
  const [repository, tag] = splitTag(image?.name ?? '')
  const bytes = writeInventory(scanned, {
    type: image ? 'container' : 'application',
    name: repository || name,
    version: tag || (image?.digest ?? ''),
    ...(image && { image }),
  })
  return {
    file: { filename: `${name}.cdx.json`, bytes },
    issues: issues.filter((issue) => !isWritten(issue)),
  }
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
