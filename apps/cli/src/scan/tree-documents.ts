import { innerPath } from '@assay/engine/documents/inner-documents.ts'
import type { ScannedTree } from '@assay/engine/inventory/archives/catalog-archive.ts'
import { documentOfTree, nothingFound } from '@assay/engine/inventory/archives/document-of-tree.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'
import {
  looksLikeImage,
  readReference,
  repositoryName,
} from '@assay/engine/inventory/registry/image-reference.ts'
import { pullImage } from '../registry/pull-image.ts'
import { catalogFolder, scanStoredImage, scanTree, type TreeOptions, withFaults } from '../trees/scan-tree.ts'
import type { Environment } from './program-environment.ts'

interface NamedFile {
  filename: string
  bytes: Uint8Array
}

/** The inventory of an image, an archive or a root file system, as a document like any other. */
export interface TreeDocument {
  /** The folder that it is in. */
  folder: string
  file: NamedFile
  /** Manifests in it, which are documents of their own. */
  manifests: NamedFile[]
  /** Those of unread parts are in the document. */
  issues: Issue[]
  /** Of an image from a registry, which is in no repository of sources. */
  project?: { url: string; branch: string }
}

export interface Reading {
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

/** Of a folder without lockfiles: what is built or installed in it. null if that is nothing, or no folder. */
export async function readBuiltFolder(path: string): Promise<TreeDocument | null> {
  const found = await stat(path).catch(() => null)
  if (!found?.isDirectory()) return null
  const scanned = await catalogFolder(path)
  const real = await realpath(path)
  return scanned.packages.length === 0 ? null : { folder: real, ...documentOf(scanned, basename(real)) }
}

async function readImage(path: string, { environment, options }: Reading): Promise<TreeDocument> {
  const reference = readReference(path)!
  const image = await withFaults(path, () => pullImage(reference, environment, options))
  const scanned = await scanStoredImage(image, path, options)
  const name = repositoryName(reference)
  return {
    folder: process.cwd(),
    ...documentOf(scanned, basename(name)),
    project: { url: `docker:${name}`, branch: reference.tag || reference.digest.slice(0, 19) },
  }
}

function documentOf(scanned: ScannedTree, name: string): Pick<TreeDocument, 'file' | 'manifests' | 'issues'> {
  const document = documentOfTree(scanned, name)
  if (!document) throw new CommandError(exitCodes.unsupported, nothingFound(name, scanned))
  const { bytes, manifests, issues } = document
  return {
    file: { filename: `${name}.cdx.json`, bytes },
    manifests: manifests.map((each) => ({ filename: each.path, bytes: each.bytes })),
    issues,
  }
}

/** The documents of a tree under the name of its inventory. */
export const filesOf = ({ file, manifests }: TreeDocument, filename: string): NamedFile[] => [
  { filename, bytes: file.bytes },
  ...manifests.map((each) => ({ ...each, filename: innerPath(filename, each.filename) })),
]
