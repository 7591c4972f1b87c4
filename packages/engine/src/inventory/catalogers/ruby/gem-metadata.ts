import type { FoundPackage } from '../../model/cataloger.ts'
import { memorySource } from '../../trees/byte-source.ts'
import { concat } from '../../trees/chunk-reader.ts'
import type { OpenContext } from '../../trees/tar-file.ts'
import { unpack } from '../../trees/unpack.ts'
import { installedPackage } from '../installed-package.ts'
import { textOfFile } from '../text-lines.ts'

const maxBytes = 4 * 1024 * 1024

/** The package that a .gem file is, by the YAML of its metadata.gz, which RubyGems always writes in one form. */
export async function packageOfGem(
  packed: Uint8Array,
  context: Pick<OpenContext, 'codecs' | 'budget'>,
): Promise<FoundPackage | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of unpack(memorySource(packed), 'gzip', context)) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  const text = textOfFile(concat(chunks))
  const name = /^name: *["']?([\w.-]+)["']? *$/m.exec(text)?.[1] ?? ''
  const version = /^version: .*\n {2}version: *["']?([^"'\s]+)["']? *$/m.exec(text)?.[1] ?? ''
  const licenses = /^licenses:\n((?:- .*\n)*)/m.exec(text)?.[1] ?? ''
  return installedPackage({
    purl: { type: 'gem', namespace: null, name, version },
    path: 'metadata.gz',
    licenses: [...licenses.matchAll(/^- ["']?(.*?)["']?$/gm)].map(([, license]) => license!),
  })
}
