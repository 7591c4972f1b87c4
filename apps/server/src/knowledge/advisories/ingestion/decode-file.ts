import { countSource, readSource } from '@assay/osv/read-source.ts'
import { stat } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { documentHeapMb } from '#platform/worker-threads/memory.ts'
import { StatefulThread } from '#platform/worker-threads/stateful-thread.ts'
import { type Decoded, decode } from './decode.ts'

/** A file whose documents are decoded in batches. */
export interface DecodedFile {
  /** How many documents it has. */
  expected: number
  /** At most so many documents; null at the end. Throws if the file is broken. */
  next(size: number): Promise<Decoded[] | null>
  close(): Promise<void>
}

interface NamedFile {
  path: string
  /** For people. */
  name: string
}

/** Smaller files are decoded here: a thread takes longer to start. */
const threadBytes = 1024 * 1024

/** Large files are decoded in a thread of their own, while the database stores what was decoded before. */
export async function decodeFile(file: NamedFile): Promise<DecodedFile> {
  const { size } = await stat(file.path)
  if (size < threadBytes) return openFile(file)
  const thread = new StatefulThread(documentHeapMb)
  const close = () => thread.stop()
  try {
    const expected = await thread.call<number>({ module, name: open.name }, file)
    return { expected, close, next: (count) => thread.call({ module, name: next.name }, count) }
  } catch (error) {
    await close()
    throw error
  }
}

const module = new URL(import.meta.url)

/** Of this thread. */
let opened: DecodedFile | undefined

/** Called in the thread. */
export async function open(file: NamedFile): Promise<number> {
  opened = await openFile(file)
  return opened.expected
}

/** Called in the thread. */
export const next = (size: number): Promise<Decoded[] | null> => opened!.next(size)

/** Characters of a batch, which is held in memory. */
const maxBatchLength = 16 * 1024 * 1024
/** Between steps, a thread that does other work, too, does it. */
const stepSize = 25

async function openFile({ path, name }: NamedFile): Promise<DecodedFile> {
  const expected = await countSource(path, name)
  const texts = readSource(path, name)
  return {
    expected,
    close: async () => void (await texts.return(undefined)),
    async next(size) {
      const batch: Decoded[] = []
      let length = 0
      while (batch.length < size && length < maxBatchLength) {
        const { value } = await texts.next()
        if (!value) break
        batch.push(decode(value))
        length += value.text.length
        if (batch.length % stepSize === 0) await nextTurn()
      }
      return batch.length === 0 ? null : joined(batch)
    },
  }
}

/** In one buffer each, since a message has the whole buffer of which a value is a part. */
function joined(batch: readonly Decoded[]): Decoded[] {
  const documents = join(batch.map(({ document }) => document))
  const digests = join(batch.map(({ digest }) => digest))
  return batch.map(({ entry }, at) => ({ entry, document: documents[at]!, digest: digests[at]! }))
}

function join(parts: readonly Uint8Array[]): Uint8Array[] {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  return parts.map((part) => {
    all.set(part, end)
    return all.subarray(end, (end += part.length))
  })
}
