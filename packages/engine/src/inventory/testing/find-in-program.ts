import type { Catalog } from '../catalog.ts'
import { catalogTree } from '../catalog.ts'
import { memorySource } from '../trees/byte-source.ts'
import { tarTree } from '../trees/tar-tree.ts'
import { makeTar } from './make-archives.ts'
import { openContext } from './open-archive.ts'

/** Larger than what is worth looking at. */
const padding = new Uint8Array(1_024)

/** What is found in a program by all catalogers. Tests have small ones, so that they are padded. */
export async function findInProgram(bytes: Uint8Array, path = 'usr/bin/app'): Promise<Catalog> {
  const content = bytes.length < padding.length ? Buffer.concat([bytes, padding]) : bytes
  const { tree } = await tarTree(memorySource(makeTar([[path, new Uint8Array(content)]])), openContext())
  return catalogTree(tree, openContext())
}
