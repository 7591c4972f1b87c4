import { crc32, deflateRawSync } from 'node:zlib'

const concat = (parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts)

const numbers = (...fields: [bytes: 2 | 4, value: number][]): Buffer =>
  concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )

/** A ZIP archive of files, without folders and dates. */
export function zipOf(files: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const common = concat([
      numbers([2, 20], [2, 0], [2, 8], [4, 0], [4, crc32(content)]),
      numbers([4, packed.length], [4, content.length], [2, Buffer.byteLength(name)], [2, 0]),
    ])
    const local = concat([numbers([4, 0x04_03_4b_50]), common, Buffer.from(name), packed])
    const more = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset])
    central.push(concat([numbers([4, 0x02_01_4b_50], [2, 20]), common, more, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = concat(central)
  const count = central.length
  const entries = Math.min(count, 0xff_ff)
  const end = numbers([4, 0x06_05_4b_50], [2, 0], [2, 0], [2, entries], [2, entries])
  const large = count < 0xff_ff ? [] : [zip64End({ count, offset, bytes: directory.length })]
  return concat([...locals, directory, ...large, end, numbers([4, directory.length], [4, offset], [2, 0])])
}

/** The end of an archive of 65,535 or more files, with its locator. */
function zip64End({ count, offset, bytes }: { count: number; offset: number; bytes: number }): Buffer {
  const long = (value: number): [4, number][] => [
    [4, value],
    [4, 0],
  ]
  const sizes = [count, count, bytes, offset].flatMap(long)
  const end = numbers([4, 0x06_06_4b_50], ...long(44), [2, 45], [2, 45], [4, 0], [4, 0], ...sizes)
  return concat([end, numbers([4, 0x07_06_4b_50], [4, 0], ...long(offset + bytes), [4, 1])])
}
