import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { WrittenFile } from './untar.ts'

// https://www.postgresql.org/docs/18/backup-manifest-files.html
const FileList = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      /** Of names that are not UTF-8. */
      'Encoded-Path': z.string().optional(),
      Size: z.number(),
      'Checksum-Algorithm': z.string().optional(),
      Checksum: z.string().optional(),
    }),
  ),
})

/** Compares what was unpacked with the server's list, file by file. Throws with the first difference. */
export function checkFiles(fileList: Buffer, written: ReadonlyMap<string, WrittenFile>): void {
  checkList(fileList)
  const { Files: files } = FileList.parse(JSON.parse(fileList.toString()))
  for (const { Path: path, 'Encoded-Path': encoded, Size: size, Checksum: checksum } of files) {
    const name = path ?? Buffer.from(encoded ?? '', 'hex').toString()
    const found = written.get(name)
    if (found === undefined) throw new Error(`The backup lacks the file ${name}`)
    if (found.size !== size || (checksum !== undefined && found.sha256 !== checksum))
      throw new Error(`The file ${name} of the backup differs from the database's`)
  }
}

/** The last line has the checksum of all before it. */
function checkList(fileList: Buffer): void {
  const at = fileList.lastIndexOf('"Manifest-Checksum"')
  const expected = /"Manifest-Checksum": *"([\da-f]{64})"/.exec(fileList.subarray(Math.max(0, at)).toString())
  const actual = createHash('sha256')
    .update(fileList.subarray(0, Math.max(0, at)))
    .digest('hex')
  if (at < 0 || expected?.[1] !== actual) throw new Error("The backup's list of files is broken")
}
