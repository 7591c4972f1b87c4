import { gzipSync } from 'node:zlib'
import { bytesOf, type Content, concatBytes, makeTar, type Parts } from './make-archives.ts'
import { makeHeader } from './make-rpm.ts'

/** The archive that a .deb file is. */
export function makeAr(members: readonly (readonly [name: string, bytes: Uint8Array])[]): Uint8Array {
  const parts = members.flatMap(([name, bytes]) => [
    bytesOf(
      `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(bytes.length).padEnd(10)}\`\n`,
    ),
    bytes,
    bytesOf(bytes.length % 2 === 1 ? '\n' : ''),
  ])
  return concatBytes([bytesOf('!<arch>\n'), ...parts])
}

/** A .deb file. */
export const makeDeb = (
  control: string,
  parts: Parts,
  pack: (bytes: Uint8Array) => Uint8Array = gzip,
): Uint8Array =>
  makeAr([
    ['debian-binary', bytesOf('2.0\n')],
    ['control.tar.gz', gzip(makeTar([['./control', control]]))],
    ['data.tar.x', pack(makeTar(parts))],
  ])

const gzip = (bytes: Uint8Array): Uint8Array => new Uint8Array(gzipSync(bytes))

const padded = (bytes: Uint8Array): Uint8Array =>
  concatBytes([bytes, new Uint8Array((4 - (bytes.length % 4)) % 4)])

function cpioEntry(name: string, mode: number, body: Uint8Array): Uint8Array {
  const fields = [1, mode, 0, 0, 1, 0, body.length, 0, 0, 0, 0, bytesOf(name).length + 1, 0]
  const header = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`
  return concatBytes([padded(bytesOf(`${header}${name}\0`)), padded(body)])
}

/** The archive that an .rpm file contains. */
export function makeCpio(parts: readonly (readonly [path: string, content: Content])[]): Uint8Array {
  const entries = parts.map(([path, content]) => {
    if (content === null) return cpioEntry(path, 0o040755, new Uint8Array())
    if (typeof content === 'string' || content instanceof Uint8Array)
      return cpioEntry(path, 0o100755, bytesOf(content))
    return cpioEntry(path, 0o120777, bytesOf('link' in content ? content.link : ''))
  })
  return concatBytes([...entries, cpioEntry('TRAILER!!!', 0, new Uint8Array())])
}

const headerMagic = new Uint8Array([0x8e, 0xad, 0xe8, 1, 0, 0, 0, 0])

/** An .rpm file: a lead, a header of signatures, one of the package, and its payload. */
export function makeRpmFile(header: Parameters<typeof makeHeader>[0], payload: Uint8Array): Uint8Array {
  const lead = new Uint8Array(96)
  lead.set([0xed, 0xab, 0xee, 0xdb, 3])
  const signatures = concatBytes([headerMagic, makeHeader({ name: 'x', version: '1', release: '1' })])
  const padding = new Uint8Array((8 - (signatures.length % 8)) % 8)
  return concatBytes([lead, signatures, padding, headerMagic, makeHeader(header), payload])
}
