import type { FoundPackage } from '../../model/cataloger.ts'
import type { OpenContext } from '../../trees/tar-file.ts'
import { unpackFile } from '../../trees/unpack.ts'
import { installedPackage } from '../installed-package.ts'
import { textOfFile } from '../text-lines.ts'

const maxBytes = 4 * 1024 * 1024

/** The package that a .gem file is, by the YAML of its metadata.gz, which RubyGems always writes in one form. */
export async function packageOfGem(
  packed: Uint8Array,
  context: Pick<OpenContext, 'codecs' | 'budget'>,
): Promise<FoundPackage | null> {
  const bytes = await unpackFile(packed, maxBytes, context)
  if (bytes === null) return null
  const text = textOfFile(bytes)
  const name = /^name: *["']?([\w.-]+)["']? *$/m.exec(text)?.[1] ?? ''
  const version = /^version: .*\n {2}version: *["']?([^"'\s]+)["']? *$/m.exec(text)?.[1] ?? ''
  const licenses = /^licenses:\n((?:- .*\n)*)/m.exec(text)?.[1] ?? ''
  return installedPackage({
    purl: { type: 'gem', namespace: null, name, version },
    path: 'metadata.gz',
    licenses: [...licenses.matchAll(/^- ["']?(.*?)["']?$/gm)].map(([, license]) => license!),
  })
}
