import { gzipSync } from 'node:zlib'

/** A tar.gz archive of files by path. */
export const tarGzOf = (files: Record<string, string>): Buffer => gzipSync(tarOf(files))

/** A tar archive of files by path. */
export const tarOf = (files: Record<string, string | Buffer>): Buffer =>
  Buffer.concat([...Object.entries(files).map(entryOf), Buffer.alloc(1024)])

function entryOf([path, given]: [path: string, given: string | Buffer]): Buffer {
  const content = Buffer.from(given)
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write(content.length.toString(8).padStart(11, '0'), 124)
  header.write('0', 156)
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)])
}
