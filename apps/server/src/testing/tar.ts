import { gzipSync } from 'node:zlib'

/** A tar.gz archive of files by path. */
export const tarGzOf = (files: Record<string, string>): Buffer => gzipSync(tarOf(files))

/** A tar archive of files by path. */
export const tarOf = (files: Record<string, string | Buffer>): Buffer =>
  Buffer.concat([...Object.entries(files).map(entryOf), Buffer.alloc(1024)])

function entryOf([path, content]: [path: string, content: string | Buffer]): Buffer {
  const bytes = Buffer.from(content)
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write(bytes.length.toString(8).padStart(11, '0'), 124)
  header.write('0', 156)
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}
