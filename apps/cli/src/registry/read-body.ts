import { maxManifestBytes } from '@assay/engine/inventory/image/manifests.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'

/** A small document of a registry. Throws CommandError if it is too large. */
export async function readBody(response: Response, what: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxManifestBytes)
      throw new CommandError(exitCodes.unsupported, `The ${what} of the image is too large.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
