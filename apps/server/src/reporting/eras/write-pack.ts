import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { createHash, createPrivateKey, sign } from 'node:crypto'

/** A file of an archive; its content is read once. */
export interface PackedFile {
  name: string
  content: AsyncIterable<string | Uint8Array>
}

interface Pack {
  /** Of all files. */
  createdAt: Date
  /** What the manifest says beside its files. */
  about: object
  /** Ed25519, in PEM; undefined: the archive is not signed. */
  signingKey: string | undefined
}

interface Listed {
  name: string
  bytes: number
  sha256: string
}

/**
 * A ZIP of the files, their manifest, and SHA256SUMS, which has the checksums of all of them, also of the manifest, and
 * is what is signed: two commands verify it, see docs/operate/verify-archives.md. Pieces are yielded as they are made.
 */
export async function* writePack(
  files: Iterable<PackedFile>,
  { createdAt, about, signingKey }: Pack,
): AsyncGenerator<Uint8Array> {
  const archive = openArchive(createdAt)
  const listed: Listed[] = []
  for (const { name, content } of files) listed.push(yield* archive.add(name, content))
  const manifest = JSON.stringify({ ...about, createdAt: createdAt.toISOString(), files: listed }, null, 2)
  listed.push(yield* archive.add('manifest.json', [`${manifest}\n`]))
  const sums = listed.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
  yield* archive.add('SHA256SUMS', [sums])
  if (signingKey !== undefined)
    yield* archive.add('SHA256SUMS.sig', [sign(null, Buffer.from(sums), createPrivateKey(signingKey))])
  yield* archive.end()
}

function openArchive(createdAt: Date) {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const taken = () => pieces.splice(0)

  async function* add(
    name: string,
    content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  ): AsyncGenerator<Uint8Array, Listed> {
    // PDFs and archives do not shrink.
    const entry = name.endsWith('.pdf') ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    entry.mtime = createdAt
    zip.add(entry)
    const hash = createHash('sha256')
    let bytes = 0
    for await (const part of content) {
      const piece = typeof part === 'string' ? Buffer.from(part) : part
      hash.update(piece)
      bytes += piece.length
      entry.push(piece)
      yield* taken()
    }
    entry.push(new Uint8Array(0), true)
    yield* taken()
    return { name, bytes, sha256: hash.digest('hex') }
  }

  return {
    add,
    end() {
      zip.end()
      return taken()
    },
  }
}
