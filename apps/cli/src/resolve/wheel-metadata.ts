import { budgetOf } from '@assay/engine/inventory/trees/budget.ts'
import { type ByteSource, memorySource } from '@assay/engine/inventory/trees/byte-source.ts'
import { zipTree } from '@assay/engine/inventory/trees/zip-tree.ts'
import type { RegistryAnswer } from '@assay/engine/resolution/model/registry-facts.ts'
import { nodeCodecs } from '../trees/node-codecs.ts'
import { fetchDocument, fetchRange } from './fetch-document.ts'
import type { PackageRegistry } from './package-registry.ts'

const suffix = '.metadata'
/** The directory at the end of an archive is mostly smaller. */
const endBytes = 64 * 1024

export const isWheelMetadata = (path: string): boolean => path.endsWith(`.whl${suffix}`)

/** The description of a wheel from the archive itself, of an index without https://peps.python.org/pep-0658/ */
export async function readWheelMetadata(registry: PackageRegistry, path: string): Promise<RegistryAnswer> {
  const source = await openWheel(registry, path.slice(0, -suffix.length))
  if (typeof source === 'string') return source
  const context = { codecs: nodeCodecs, budget: budgetOf(), where: path, wants: () => true }
  const { tree } = await zipTree(source, context)
  const folder = (await tree.list(''))?.find(({ name }) => name.endsWith('.dist-info'))
  return (folder && (await tree.read(`${folder.name}/METADATA`))) ?? 'absent'
}

/** Parts of the archive are fetched as they are read, if the server gives parts. */
async function openWheel(
  registry: PackageRegistry,
  path: string,
): Promise<ByteSource | 'absent' | 'unreachable'> {
  const end = await fetchRange({ registry, path }, `bytes=-${endBytes}`)
  if (end === null) {
    const all = await fetchDocument({ registry, path })
    return all instanceof Uint8Array ? memorySource(all) : all
  }
  const { bytes, size } = end
  return {
    size,
    async read(from, to) {
      const last = Math.min(to, size)
      const start = size - bytes.length
      if (from >= start) return bytes.subarray(from - start, last - start)
      const part = await fetchRange({ registry, path }, `bytes=${from}-${last - 1}`)
      return part?.bytes ?? new Uint8Array()
    },
  }
}
