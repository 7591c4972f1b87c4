import { hostileText } from './hostile/text.ts'
import type { Random } from '../random.ts'

export interface FormField {
  name: string
  /** Only for files. */
  fileName?: string
  value: string | Uint8Array
}

const boundary = 'x'
const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')

/** A multipart form with the boundary 'x'. */
export const writeForm = (fields: readonly FormField[]): Buffer =>
  Buffer.concat([...fields.map(partOf), Buffer.from(`--${boundary}--\r\n`)])

function partOf({ name, fileName, value }: FormField): Buffer {
  const file =
    fileName === undefined ? '' : `; filename="${quoted(fileName)}"\r\nContent-Type: application/json`
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')])
}

const many = (count: number, field: FormField) => Array.from({ length: count }, () => field)

interface Broken {
  body: Buffer
  isCut: boolean
}

/** The form, malformed in a way that no browser sends. */
export function breakForm(fields: readonly FormField[], random: Random): Broken {
  const whole = writeForm(fields)
  const breaks: (() => Broken)[] = [
    // The connection closes before the end of the form.
    () => ({ body: whole.subarray(0, random.below(whole.length)), isCut: true }),
    // The length is correct, but the form is truncated.
    () => ({ body: whole.subarray(0, random.below(whole.length)), isCut: false }),
    () => ({ body: Buffer.alloc(0), isCut: false }),
    () => ({ body: Buffer.from(`--${boundary}--\r\n`), isCut: false }),
    () => ({ body: Buffer.concat([Buffer.from('preamble\r\n'), whole, whole]), isCut: false }),
    () => ({
      body: Buffer.from(whole.toString('latin1').replaceAll('form-data', 'x'), 'latin1'),
      isCut: false,
    }),
    () => ({
      body: Buffer.from(whole.toString('latin1').replace(/name="[^"]*"/, ''), 'latin1'),
      isCut: false,
    }),
    () => ({
      body: Buffer.from(whole.toString('latin1').replace('\r\n\r\n', '\r\n'), 'latin1'),
      isCut: false,
    }),
    () => ({
      body: Buffer.from(
        whole.toString('latin1').replace('\r\n', `\r\nX: ${'x'.repeat(50_000)}\r\n`),
        'latin1',
      ),
      isCut: false,
    }),
    () => ({
      body: writeForm(many(200, { name: 'branch', value: hostileText(random) })),
      isCut: false,
    }),
    () => ({
      body: writeForm(many(1_200, { name: 'file', fileName: 'a', value: '{}' })),
      isCut: false,
    }),
    () => ({ body: writeForm([...fields, ...fields]), isCut: false }),
    () => ({
      body: writeForm(fields.map((field) => ({ ...field, fileName: hostileText(random) }))),
      isCut: false,
    }),
    () => ({ body: writeForm(fields.map(({ name, value }) => ({ name, value }))), isCut: false }),
    () => ({ body: writeForm([{ name: hostileText(random), value: 'x' }, ...fields]), isCut: false }),
  ]
  return random.pick(breaks)()
}
