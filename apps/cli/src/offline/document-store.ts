import { closeSync, createReadStream, fstatSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Advisory documents on disk, read one at a time: documents.jsonl has one per line; documents.table has a row for each,
 * ordered by the advisory's uuid: 16 bytes of uuid, 8 of its position in documents.jsonl, 4 of its length, big-endian.
 */
const rowBytes = 28
const linesName = 'documents.jsonl'
const tableName = 'documents.table'
/** Write buffer size. */
const pieceBytes = 1 << 20

/** Position of a document in documents.jsonl. */
export interface Position {
  at: number
  length: number
}

/** Appends documents, each as one line of JSON. */
export class DocumentWriter {
  readonly #file: number
  readonly #folder: string
  #pending: Buffer[] = []
  #pendingBytes = 0
  #written = 0

  constructor(folder: string) {
    this.#folder = folder
    this.#file = openSync(join(folder, linesName), 'w')
  }

  add(line: string): Position {
    const bytes = Buffer.from(`${line}\n`)
    const position = { at: this.#written + this.#pendingBytes, length: bytes.length - 1 }
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
    if (this.#pendingBytes >= pieceBytes) this.#flush()
    return position
  }

  /** Writes the table from advisories to documents. */
  finish(placesByUuid: ReadonlyMap<string, readonly Position[]>): void {
    const rows = [...placesByUuid].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(rowsOf)
    writeFileSync(join(this.#folder, tableName), Buffer.concat(rows))
    this.close()
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    const piece = Buffer.concat(this.#pending)
    for (let done = 0; done < piece.length;) done += writeSync(this.#file, piece, done)
    this.#written += piece.length
    this.#pending = []
    this.#pendingBytes = 0
  }
}

const keyOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const rowsOf = ([uuid, places]: [string, readonly Position[]]): Buffer[] =>
  places.map(({ at, length }) => {
    const row = Buffer.alloc(rowBytes)
    row.set(keyOf(uuid))
    row.writeBigUInt64BE(BigInt(at), 16)
    row.writeUInt32BE(length, 24)
    return row
  })

/** Reads the documents of advisories on demand, by uuid. */
export function readDocumentsOf(folder: string, uuids: Iterable<string>): Map<string, string[]> {
  const table = openSync(join(folder, tableName), 'r')
  const lines = openSync(join(folder, linesName), 'r')
  try {
    const count = fstatSync(table).size / rowBytes
    return new Map(
      [...uuids].map((uuid) => [
        uuid,
        findPlaces({ table, count }, keyOf(uuid)).map(({ at, length }) =>
          readBytes(lines, at, length).toString(),
        ),
      ]),
    )
  } finally {
    closeSync(table)
    closeSync(lines)
  }
}

/** Whether any document contains the id as a value. Reads all of them. */
export async function hasDocumentOf(folder: string, id: string): Promise<boolean> {
  const needle = JSON.stringify(id).toLowerCase()
  let end = ''
  for await (const piece of createReadStream(join(folder, linesName), { encoding: 'utf8' })) {
    const text = end + (piece as string).toLowerCase()
    if (text.includes(needle)) return true
    end = text.slice(-needle.length)
  }
  return false
}

function findPlaces({ table, count }: { table: number; count: number }, key: Buffer): Position[] {
  const rowAt = (index: number) => readBytes(table, index * rowBytes, rowBytes)
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rowAt(middle).compare(key, 0, key.length, 0, key.length) < 0) low = middle + 1
    else high = middle
  }
  const places: Position[] = []
  for (let row; low < count && key.equals((row = rowAt(low)).subarray(0, key.length)); low++)
    places.push({ at: Number(row.readBigUInt64BE(16)), length: row.readUInt32BE(24) })
  return places
}

function readBytes(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const read = readSync(file, bytes, 0, length, at)
  return bytes.subarray(0, read)
}
